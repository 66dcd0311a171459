"""QR codes on pages can be scanned; texts that no phone could scan get none."""

import re

import cv2
import numpy as np
import pytest

from companion.web.sharing import LONG, LONGEST_CODE, draw_qr

LETTERS = "http://example.org/" + "aB3-_x" * 120
PIXELS = 6  # for each module


def scan(svg: str) -> str:
    size = int(re.search(r'viewBox="0 0 (\d+)', svg)[1])
    picture = np.full((size, size), 255, np.uint8)
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-", svg):
        picture[int(y), int(x) : int(x) + int(width)] = 0
    return cv2.QRCodeDetector().detectAndDecode(np.kron(picture, np.ones((PIXELS, PIXELS), np.uint8)))[0]


@pytest.mark.parametrize("length", [1, 26, 60, LONG, LONG + 1, 300, LONGEST_CODE])
def test_a_code_contains_its_text(length):
    assert scan(draw_qr(LETTERS[:length], "")) == LETTERS[:length]


def test_a_text_that_is_too_long_gets_no_code():
    assert draw_qr("x" * (LONGEST_CODE + 1), "") == ""


def test_a_lobby_with_a_long_host_name_shows_its_code(client, table):
    host = ".".join(letter * 60 for letter in "abcd")
    answer = client.get(f"/t/{table.code}", headers={"Host": host})
    assert f"http://{host}/t/{table.code}" in scan(answer.text[answer.text.index('class="qr"') - 5 :])
