"""Send random requests to every route and look for server errors: python tests/bench/bench_fuzz.py [--requests 50000] [--seed 1]

Requests go to an app in this process: random methods, path parts, queries, forms, JSON bodies, headers and cookies, built
from the fields that the pages really have, valid values and odd ones. Prints the answers by status and every request that
was answered with 500. Exit code 1 if there was one.
"""

import argparse
import logging
import random
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path
from time import perf_counter
from typing import Any
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).parents[2]))

from werkzeug.routing import Rule

from companion.app import create_app
from companion.games.game import list_games
from companion.settings import Settings
from tests.web.test_odd_values import NAMED, ODD

METHODS = ("GET", "GET", "GET", "POST", "POST", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH")
PLAIN = [
    "1",
    "0",
    "3",
    "12",
    "red",
    "blue",
    "sun",
    "en",
    "ru",
    "y",
    "Anna",
    "roll",
    "take green-1",
    "first red",
    "fame 3",
    "pdf",
]
HEADERS = (
    "Accept-Language",
    "Accept-Encoding",
    "Last-Event-ID",
    "Authorization",
    "X-Parts",
    "Range",
    "Cookie",
    "Origin",
    "If-None-Match",
)
JSON_FIELDS = (
    "game",
    "sheet",
    "dice",
    "name",
    "colour",
    "kind",
    "move",
    "version",
    "seat",
    "nonce",
    "turn",
    "order",
    "action",
    "players",
    "fame",
    "money",
)
PRINTS = re.compile(r"\.pdf$")  # a PDF takes a second; a few are enough
PRINT_SHARE = 0.002


class Fuzzer:
    def __init__(self, seed: int, folder: Path) -> None:
        self.luck = random.Random(seed)
        settings = Settings(
            data_dir=folder,
            database_url=f"sqlite:///{folder / 'fuzz.db'}",
            secret_key="for tests only",
            tables_per_hour=10**6,
            wrong_codes_per_minute=10**6,
        )
        self.app = create_app(settings)
        self.app.config.update(WTF_CSRF_ENABLED=False, PROPAGATE_EXCEPTIONS=False)
        self.client = self.app.test_client()
        self.rules = [rule for rule in self.app.url_map.iter_rules() if rule.endpoint != "static"]
        self.odd = [value if isinstance(value, str) else value.decode("latin-1") for value in ODD.values()]
        self.tables = [self.open_table(game) for game in list_games() for _ in range(2)]
        self.fields = sorted(self.read_fields())

    def open_table(self, game: str) -> tuple[str, str]:
        """Open a table with two seats, every second one started; return its code and a token."""
        opened = self.client.post("/api/tables", json={"game": game}).get_json()
        code, token = opened["code"], opened["host_token"]
        for name in ("Anna", "Boris"):
            seat = self.client.post(f"/api/tables/{code}/seats", json={"name": name}).get_json()["token"]
        if self.luck.random() < 0.7:
            self.client.post(f"/api/tables/{code}/start", headers={"Authorization": f"Bearer {token}"})
        return code, seat

    def read_fields(self) -> set[str]:
        """Collect the field names of all forms."""
        pages = ["/", "/print", *(f"/score/{game}" for game in list_games())]
        pages += [f"/{kind}/{game}?roll=1" for kind in ("setup", "calculate", "rules") for game in list_games()]
        pages += [f"/t/{code}" for code, _ in self.tables]
        found = {name for page in pages for name in NAMED.findall(self.client.get(page, follow_redirects=True).text)}
        return found | {
            "q",
            "fill",
            "calc",
            "seat",
            "mine",
            "show",
            "drawn",
            "laid",
            "target",
            "die",
            "after",
            "paper",
            "ink",
            "out",
        }

    def value(self) -> str:
        kind = self.luck.random()
        if kind < 0.4:
            return self.luck.choice(self.odd)
        if kind < 0.8:
            return self.luck.choice(PLAIN)
        return "".join(
            chr(self.luck.choice((self.luck.randrange(128), self.luck.randrange(0x3000))))
            for _ in range(self.luck.randrange(20))
        )

    def json(self, depth: int = 0) -> Any:
        kind = self.luck.random()
        if depth < 3 and kind < 0.35:
            return {
                self.luck.choice(JSON_FIELDS) if self.luck.random() < 0.8 else self.value(): self.json(depth + 1)
                for _ in range(self.luck.randrange(5))
            }
        if depth < 3 and kind < 0.45:
            return [self.json(depth + 1) for _ in range(self.luck.randrange(4))]
        return self.luck.choice([self.value(), self.luck.randrange(-5, 200), None, True, False, 1.5, 10**30])

    def part(self, name: str) -> str:
        code, _ = self.luck.choice(self.tables)
        good = {
            "code": code,
            "game": self.luck.choice(list(list_games())),
            "seat": self.luck.choice(["red", "blue"]),
            "fresh": code,
            "chosen": self.luck.choice(["en", "ru"]),
            "question": self.luck.choice(["about", "preview"]),
        }
        return good[name] if name in good and self.luck.random() < 0.8 else self.value() or "x"

    def path(self, rule: Rule) -> str:
        return re.sub(
            r"<(?:\w+:)?(\w+)>", lambda found: quote(self.part(found[1]).encode("utf-8", "replace"), safe=""), rule.rule
        )

    def pairs(self) -> list[tuple[str, str]]:
        names = [
            self.luck.choice(self.fields) if self.luck.random() < 0.9 else self.value()
            for _ in range(self.luck.randrange(7))
        ]
        return [(name, self.value()) for name in names]

    def send(self) -> tuple[int, str]:
        rule = self.luck.choice(self.rules)
        while PRINTS.search(rule.rule) and self.luck.random() > PRINT_SHARE * 10:
            rule = self.luck.choice(self.rules)
        methods = sorted(rule.methods or ()) if self.luck.random() < 0.8 else METHODS
        method, path = self.luck.choice(methods), self.path(rule)
        headers = {self.luck.choice(HEADERS): clean(self.value()) for _ in range(self.luck.randrange(3))}
        if self.luck.random() < 0.6:
            headers["Authorization"] = f"Bearer {self.luck.choice(self.tables)[1]}"
        more: dict[str, Any] = {"query_string": "&".join(f"{quoted(a)}={quoted(b)}" for a, b in self.pairs())}
        if method in ("POST", "PUT", "PATCH", "DELETE"):
            kind = self.luck.random()
            if path.startswith("/api/") and kind < 0.8:
                more["json"] = self.json()
            elif kind < 0.9:
                more |= {
                    "data": "&".join(f"{quoted(a)}={quoted(b)}" for a, b in self.pairs()),
                    "content_type": "application/x-www-form-urlencoded",
                }
            else:
                more |= {"data": self.value().encode("utf-8", "replace"), "content_type": clean(self.value())}
        sent = f"{method} {path}?{more['query_string']} {headers} {more.get('json', more.get('data', ''))!r}"
        try:
            answer = self.client.open(path, method=method, headers=headers, **more)
        except (ValueError, UnicodeError):  # the client itself cannot send it
            return 0, sent
        answer.close()
        return answer.status_code, sent


def clean(text: str) -> str:
    """Keep what a header can carry."""
    return re.sub(r"[^\x20-\x7e]", "", text)


def quoted(text: str) -> str:
    return quote(text.encode("utf-8", "surrogatepass" if "\ud800" in text else "strict"), safe="")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--requests", type=int, default=50_000)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    logging.disable(logging.CRITICAL)
    answers: Counter[int] = Counter()
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        fuzzer = Fuzzer(chosen.seed, Path(folder))
        begun = perf_counter()
        for number in range(1, chosen.requests + 1):
            status, sent = fuzzer.send()
            answers[status] += 1
            if status == 500:
                failed.append(sent)
            if number % 1000 == 0:
                print(
                    f"\r{number} requests, {perf_counter() - begun:.0f} s, {len(failed)} failed",
                    end="",
                    file=sys.stderr,
                    flush=True,
                )
        fuzzer.app.extensions["companion"].tables.log.close()
    print(file=sys.stderr)
    print(
        f"{chosen.requests} requests to {len(fuzzer.rules)} routes, seed {chosen.seed}:", dict(sorted(answers.items()))
    )
    for sent in failed[:20]:
        print("500:", sent[:400])
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
