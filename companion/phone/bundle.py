"""What a phone needs to run the companion by itself, as one zip: our code and templates, and the libraries they use."""

import io
import json
import zipfile
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from companion.files import SHEETS, STATIC, TEMPLATES
from companion.i18n import LANGUAGES

PACKAGE = Path(__file__).parent.parent
INSTEAD = PACKAGE / "phone" / "instead"  # files that take the place of those with the same path
NOT_NEEDED = ("app.py", "cli.py", "commands", "server.py", "worker.py", "__main__.py")
DATA = (".json", ".po")  # of our package: learned bots, ranks, catalogues
LIBRARIES = (
    "babel",
    "blinker",
    "click",
    "flask",
    "flask_wtf",
    "itsdangerous",
    "jinja2",
    "markupsafe",
    "qrcode",
    "werkzeug",
    "wtforms",
)
LOCALES = {f"babel/locale-data/{name}.dat" for name in ("root", *LANGUAGES)} | {"babel/global.dat"}
MESSAGES = {f"wtforms/locale/{name}/LC_MESSAGES/wtforms.mo" for name in LANGUAGES}

Route = tuple[str, str, list[str]]  # rule, endpoint, methods


def make_bundle(routes: Sequence[Route], own_sheets: Path) -> bytes:
    """Return the zip. `routes` are those of the server, to which the phone's pages link."""
    bundle = io.BytesIO()
    with zipfile.ZipFile(bundle, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, file in (*find_code(), *find_data(own_sheets), *find_libraries()):
            archive.writestr(name, file.read_bytes())
        archive.writestr("routes.json", json.dumps(routes))
    return bundle.getvalue()


def find_code() -> Iterator[tuple[str, Path]]:
    for file in sorted(PACKAGE.rglob("*.*")):
        path = file.relative_to(PACKAGE)
        is_ours = file.suffix == ".py" or file.suffix in DATA
        if is_ours and path.parts[0] not in NOT_NEEDED and INSTEAD not in file.parents:
            instead = INSTEAD / path
            yield f"companion/{path.as_posix()}", instead if instead.exists() else file


def find_data(own_sheets: Path) -> Iterator[tuple[str, Path]]:
    for name in ("icons/icons.svg", "fonts/widths.json"):
        yield f"static/{name}", STATIC / name
    for folder, name in ((TEMPLATES, "templates"), (SHEETS, "sheets"), (own_sheets, "own/sheets")):
        for file in sorted(folder.rglob("*.*") if folder.is_dir() else ()):
            if file.suffix in (".html", ".toml"):
                yield f"{name}/{file.relative_to(folder).as_posix()}", file


def find_libraries() -> Iterator[tuple[str, Path]]:
    """Yield the Python files of the libraries, and the few data files that they need for our languages."""
    for library in LIBRARIES:
        spec = find_spec(library)
        assert spec and spec.origin
        folder = Path(spec.origin).parent
        for file in sorted(folder.rglob("*.*")):
            name = file.relative_to(folder.parent).as_posix()
            if file.suffix == ".py" or name in LOCALES or name in MESSAGES:
                yield name, file
