"""Boxes, markers and paper sizes, all in millimetres."""

from dataclasses import dataclass

from companion.i18n import N_


@dataclass(frozen=True)
class Box:
    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def overlaps(self, other: "Box") -> bool:
        across = self.x < other.right and other.x < self.right
        return across and self.y < other.bottom and other.y < self.bottom


@dataclass(frozen=True)
class Marker:
    id: int
    box: Box


@dataclass(frozen=True)
class Paper:
    title: str
    width: float  # portrait
    height: float


PAPERS = {"a4": Paper("A4", 210.0, 297.0), "letter": Paper(N_("US Letter"), 215.9, 279.4)}
DEFAULT_PAPER = next(iter(PAPERS))
