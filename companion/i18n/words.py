"""One sentence for every error code of tables and pages."""

from companion.i18n import N_, gettext

SENTENCES = {
    "no-such-table": N_("There is no table with this code. Check the letters, or ask the host for the link."),
    "only-the-host": N_("Only the host of the table can do this."),
    "not-your-seat": N_("This is not your seat."),
    "link-used": N_("This link has already been used. Make a new one on the other device."),
    "link-expired": N_("This link is too old. Make a new one on the other device."),
    "broken-link": N_("This link is incomplete or was changed. Ask for it again."),
    "stale-version": N_("The table has changed. Look again, then decide."),
    "no-free-code": N_("No free table code was found. Please try again."),
    "already-started": N_("The game has already started."),
    "not-started": N_("The game has not started yet."),
    "game-over": N_("The game is over."),
    "not-over": N_("The game is not over yet."),
    "game-not-over": N_("The log is available when the game is over."),
    "order-every-seat": N_("The order must name every seat once."),
    "wrong-number-of-players": N_("This game is for %(least)s to %(most)s players."),
    "no-such-seat": N_("There is no such seat at this table."),
    "which-seat": N_("This device has several seats: say which one is playing."),
    "table-full": N_("The table is full: this game takes %(most)s players at most."),
    "name-taken": N_("Someone at this table is already called %(name)s."),
    "colour-taken": N_("This colour is already taken."),
    "no-paper-seats": N_("This game has no paper seats."),
    "no-bots": N_("This game has no bots."),
    "only-bots": N_("At least one person has to play."),
    "is-a-bot": N_("A bot cannot be the host."),
    "not-a-phone-seat": N_("A bot can only take over from a player whose sheet is on a phone."),
    "hints-off": N_("Hints were switched off when this table was opened."),
    "others-play-too": N_("A game can continue without a connection only if everybody plays on the host’s phone."),
    "not-your-turn": N_("It is not your turn."),
    "no-hint": N_("There is nothing to advise right now."),
    "no-analysis": N_("There is no analysis of this game."),
    "no-replay": N_("There is no replay of this game."),
    "analysis-busy": N_("The analysis cannot be made right now. Please try again in a few seconds."),
    "film-busy": N_("The replay cannot be prepared right now. Please try again in a few seconds."),
    "too-many-tables": N_("Too many tables were opened from this address. Please wait a while."),
    "too-many-wrong-codes": N_("Too many wrong codes. Please wait a minute, then try again."),
    "too-many-passphrases": N_("Too many attempts. Please wait a minute, then try again."),
    "too-many-entries": N_("Too many entries at this table in a short time. Please wait a few seconds."),
    "log-full": N_("This table has as many entries as the companion keeps. Please open a new table."),
    "seat-full": N_(
        "This seat has made as many entries as the companion keeps for one. The host can skip it, or let a bot or "
        "paper take over."
    ),
    "too-many-streams": N_("Too many devices are connected from this address."),
    "game-missing": N_("This companion does not know the game of this table: %(game)s."),
    "earlier-version": N_(
        "This table was opened with an earlier version of the companion, which this one cannot continue. Please open "
        "a new table."
    ),
    "damaged": N_(
        "An entry of this table in the database cannot be read. The person who runs the companion can restore a "
        "backup; other tables are not affected."
    ),
    "preview-busy": N_("The companion is busy right now. Please try again in a few seconds."),
    "history-busy": N_("The companion is busy right now. Please try again in a few seconds."),
    "bundle-busy": N_("The companion is busy right now. Please try again in a few seconds."),
    "busy": N_("The companion is busy right now. Please try again in a few seconds."),
    "not-json": N_("The request must be a JSON object."),
    "too-large": N_("This request is too large."),
    "unavailable": N_("The companion cannot save this right now. Nothing is lost; try again in a moment."),
    "press-busy": N_("Many sheets are being printed right now. Please try again in a few seconds."),
    "photo-busy": N_("Many photos are being read right now. Please try again in a few seconds."),
    "job-failed": N_("This took too long or needed too much memory, and was stopped. Try again, or ask for less."),
    "no-worker": N_(
        "The companion cannot start a helper process, so it cannot print, read photos or think. On the computer that "
        "runs it, “companion doctor” says more."
    ),
    "photo-missing": N_("Take or choose a photo first."),
    "photo-failed": N_("This picture could not be read. Take another photo."),
    "photo-not-a-picture": N_("This file is not a picture that can be read. Use a photo in JPEG or PNG format."),
    "photo-damaged": N_("This picture is damaged: a part of it is missing. Send it again, or take another photo."),
    "photo-heic": N_(
        "This picture is in HEIC format, which cannot be read here. "
        "Take the photo with the button of this page, or save the picture as JPEG."
    ),
    "photo-avif": N_("This picture is in AVIF format, which cannot be read here. Save it as JPEG or PNG."),
    "photo-too-large": N_("This picture is too large. Use a normal photo of the phone’s camera."),
    "photo-too-small": N_("The sheet is too small in this photo. Move closer, so that it fills the picture."),
    "photo-too-dark": N_("This photo is too dark. Use more light, and keep the shadow of your hand off the sheet."),
    "photo-blurred": N_("This photo is blurred. Tap the sheet to focus, and hold the phone still."),
    "photo-no-sheet": N_(
        "No sheet was found in this photo. Photograph one sheet from above, so that all four corner marks are in view."
    ),
    "photo-foreign-sheet": N_("The companion does not know this sheet. Type in its totals instead."),
    "photo-not-all-corners": N_(
        "Not all corners of the sheet can be seen. Lay it flat, and show all four corner marks in the photo."
    ),
    "no-photo": N_(
        "Reading photos needs numpy and OpenCV, which are missing on the companion’s machine. "
        'Add them with: pip install "roll-and-write-companion[photo]"'
    ),
    "bad-marks": N_("These marks do not fit the sheet."),
    "whose-sheet": N_("Tap the player whose sheet this is."),
    "other-sheet": N_("This is a different sheet (%(sheet)s) from the one at this table."),
    "nobody-on-paper": N_("Nobody at this table plays on paper."),
    "not-on-paper": N_("This seat does not play on paper: the companion knows its sheet."),
    "not-found": N_("There is no such page."),
    "method-not-allowed": N_("This page cannot be used that way."),
    "form-expired": N_("This form is too old. Go back, reload the page and try again."),
    "bad-request": N_("The companion could not understand this request."),
    "internal": N_("Something went wrong on our side. Nothing you entered is lost."),
}


def format_error(code: str, **details: object) -> str:
    """Translate the sentence for an error code and fill in its details."""
    return gettext(SENTENCES[code], **details)
