"""The seat colours: name, colours on screen and paper, and a shape for players who cannot tell colours apart.

To add a colour, add an entry here and translate its name in the catalogues.
"""

from dataclasses import dataclass

from companion.i18n import N_, gettext


@dataclass(frozen=True)
class SeatColour:
    text: str  # the name in English
    screen: str
    on_screen: str  # for text and shapes on that colour
    paper: str  # dark enough to read on white
    dashes: str  # the dash pattern of its line in charts
    shape: str  # an SVG path in a 24 × 24 box

    @property
    def title(self) -> str:
        return gettext(self.text)


SEAT_COLOURS = {
    "red": SeatColour(
        N_("Red"), "#bf2f2a", "#fff", "#b3261e", "", "M12 1.5a10.5 10.5 0 1 1 0 21 10.5 10.5 0 0 1 0-21z"
    ),
    "blue": SeatColour(
        N_("Blue"),
        "#1f5fa8",
        "#fff",
        "#1d5f95",
        "3 1.2",
        "M4.5 2.5h15a2 2 0 0 1 2 2v15a2 2 0 0 1-2 2h-15a2 2 0 0 1-2-2v-15a2 2 0 0 1 2-2z",
    ),
    "green": SeatColour(N_("Green"), "#2c7a41", "#fff", "#2f6b3c", "1.2 1", "M12 1.5l11 20.5H1z"),
    "yellow": SeatColour(
        N_("Yellow"),
        "#f0b91c",
        "#3a2500",
        "#8a6100",
        "4 1 1 1",
        "M12 .8l3.4 7.4 8 .9-6 5.4 1.7 7.9L12 18.4l-7.1 4 1.7-7.9-6-5.4 8-.9z",
    ),
    "purple": SeatColour(N_("Purple"), "#76399a", "#fff", "#6b3a86", "2 2", "M12 .8L23.2 12 12 23.2.8 12z"),
    "orange": SeatColour(
        N_("Orange"),
        "#d2600c",
        "#fff",
        "#a8480b",
        "5 1.5",
        "M12 .8c5 6 7.5 10.2 7.5 14a7.5 7.5 0 0 1-15 0c0-3.8 2.5-8 7.5-14z",
    ),
    "teal": SeatColour(
        N_("Teal"), "#0d7675", "#fff", "#0e6b6b", "0.6 1", "M15.5 1.5a11 11 0 1 0 7 15.8A9 9 0 0 1 15.5 1.5z"
    ),
    "pink": SeatColour(
        N_("Pink"),
        "#c9447f",
        "#fff",
        "#a82a6b",
        "3 1 0.6 1",
        "M12 .8a5.6 5.6 0 0 1 5.6 5.6 5.6 5.6 0 1 1 0 11.2 5.6 5.6 0 1 1-11.2 0 5.6 5.6 0 1 1 0-11.2"
        "A5.6 5.6 0 0 1 12 .8z",
    ),
}


def name_colour(colour: str) -> str:
    """Translate the name of a seat colour. Raises KeyError for an unknown colour."""
    return SEAT_COLOURS[colour].title


def write_stylesheet() -> str:
    """Write the CSS classes of the seat colours."""
    return "".join(
        f".seat-{name} {{ --seat: {colour.screen}; --on-seat: {colour.on_screen}; }}\n"
        f"html:not([data-away~={name}]) .away-{name} {{ display: none; }}\n"
        for name, colour in SEAT_COLOURS.items()
    )
