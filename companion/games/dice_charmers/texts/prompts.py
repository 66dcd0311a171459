"""Describe what a player has to do now, in one short line."""

from typing import Any

from companion.games.dice_charmers.kinds.moves import TASKS
from companion.games.dice_charmers.names import name_die, name_thing
from companion.games.dice_charmers.rules.prompt import Ask, Prompt
from companion.i18n import N_, gettext, ngettext

SENTENCES = {
    Ask.ROLL: N_("Roll the dice"),
    Ask.ROLLING: N_("The dice are rolling"),
    Ask.FACE: N_("What does this die show: %(die)s?"),
    Ask.CONFIRM_DICE: N_("Are all dice correct? Then confirm them"),
    Ask.CHOOSE: N_("Take a die"),
    Ask.REROLLED: N_("Take one of the two rerolled dice"),
    Ask.ANY_OF: N_("Use what the river gives, in any order"),
    Ask.END_TURN: N_("All done: end your turn"),
    Ask.PAPER: N_("Enter it on paper, then end the turn"),
    Ask.TOTAL: N_("Enter the total of the paper sheet: %(figure)s, %(low)s to %(high)s"),
    Ask.OVER: N_("The game is over"),
}

NO_SUITABLE_DIE = {
    "karma": N_("No die helps you: use karma"),
    "pass": N_("No die helps you: pass"),
}


def describe_prompt(prompt: Prompt, bonuses: int) -> str:
    """Describe what is asked; `bonuses` is the number of circled bonuses that can be used."""
    details: dict[str, Any] = dict(prompt.details)
    if prompt.code in TASKS:
        return TASKS[prompt.code].prompt(details)
    if only := details.get("only"):
        return gettext(NO_SUITABLE_DIE[only])
    if prompt.code == Ask.BONUSES:
        return ngettext("%(num)d bonus left", "%(num)d bonuses left", bonuses)
    if "die" in details:
        details["die"] = name_die(details["die"])
    if "figure" in details:
        details["figure"] = name_thing(details["figure"])
    return gettext(SENTENCES[Ask(prompt.code)], **details)
