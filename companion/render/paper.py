"""The paper sizes, for commands, pages and print orders; the first is the default."""

from dataclasses import dataclass

from companion.i18n import N_


@dataclass(frozen=True)
class Paper:
    title: str
    width: float  # mm, upright
    height: float


PAPERS = {"a4": Paper("A4", 210.0, 297.0), "letter": Paper(N_("US Letter"), 215.9, 279.4)}
