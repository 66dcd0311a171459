"""`companion https` says what it did and what to do next."""

import re

from companion.hosting.certificates import Store, summarise


def test_at_home(run, tmp_path):
    assert "companion https local" in run("https").out
    answer = run("https", "local", host="192.168.1.5")
    assert answer.code == 0
    assert "http://192.168.1.5:8000/https" in answer.out
    fingerprint = summarise(Store(tmp_path / "data" / "https").root).fingerprint
    assert fingerprint in answer.out
    shown = run("https", lang="ru").out
    assert fingerprint in shown and re.search(r"HTTPS для companion\.local.*действует до \d{4}-\d\d-\d\d", shown)
    assert run("https", "off").code == 0
    assert "is not set up" in run("https").out


def test_with_files_of_a_domain(run, refused, tmp_path):
    run("https", "local")
    made = Store(tmp_path / "data" / "https")
    for file in (made.certificate, made.key):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    assert "is not the key" in refused("https", "files", "certificate.pem", made.root_key)
    answer = run("https", "files", "certificate.pem", "key.pem")
    assert answer.code == 0
    assert "COMPANION_PUBLIC_URL=https://companion.local:8443" in answer.out
    assert made.certificate.samefile(tmp_path / "certificate.pem")
