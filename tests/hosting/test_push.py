"""Messages to phones are encrypted and signed as the standards say, and go to push services only."""

import json

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from companion.hosting import push
from companion.hosting.push import (
    MOST_DEVICES,
    Notebook,
    Subscription,
    decode,
    encrypt,
    is_known_service,
    load_key,
    load_point,
    sign,
)

# RFC 8291, section 5 and appendix A
PHONE = Subscription(
    "https://fcm.googleapis.com/fcm/send/x",
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "BTBZMqHH6r4Tts7J_aSIgg",
)
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
MESSAGE = b"When I grow up, I want to be a watermelon"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_standard():
    sender = ec.derive_private_key(int.from_bytes(decode(SENDER), "big"), ec.SECP256R1())
    assert push.encode(encrypt(MESSAGE, PHONE, sender, decode(SALT))) == SEALED


def test_the_signature_names_the_service_and_can_be_checked(tmp_path):
    key = load_key(tmp_path)
    header = sign(PHONE.endpoint, key, now=1000)
    token, public = (part.partition("=")[2] for part in header.removeprefix("vapid ").split(", "))
    text, _, signature = token.rpartition(".")
    assert json.loads(decode(text.split(".")[1])) == {
        "aud": "https://fcm.googleapis.com",
        "exp": 1000 + push.SIGNED_SECONDS,
        "sub": push.CONTACT,
    }
    raw = decode(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    load_point(public).verify(pair, text.encode(), ec.ECDSA(hashes.SHA256()))


def test_the_key_is_made_once_and_private(tmp_path):
    numbers = [load_key(tmp_path).private_numbers().private_value for _ in range(2)]
    assert numbers[0] == numbers[1]
    assert (tmp_path / push.KEY_FILE).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("endpoint", "known"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/x", True),
        ("https://web.push.apple.com/x", True),
        ("https://wns2-par02p.notify.windows.com/w/?token=x", True),
        ("http://fcm.googleapis.com/x", False),
        ("https://fcm.googleapis.com:8080/x", False),
        ("https://fcm.googleapis.com@192.168.1.1/x", False),
        ("https://evilfcm.googleapis.com.example/x", False),
        ("https://notfcm.googleapis.com/x", False),
        ("https://192.168.1.1/admin", False),
        ("https://localhost/x", False),
        ("https://fcm.googleapis.com/" + "x" * 1000, False),
        ("https://[::1", False),
        ("", False),
    ],
)
def test_only_push_services_are_contacted(endpoint, known):
    assert is_known_service(endpoint) == known


@pytest.mark.parametrize(
    "changed", [{"auth": "x"}, {"p256dh": "BAAA"}, {"p256dh": ""}, {"endpoint": "https://localhost/"}], ids=str
)
def test_a_broken_subscription_is_refused(changed):
    with pytest.raises(ValueError):  # noqa: PT011 - whatever is wrong with it
        Subscription.read({"endpoint": PHONE.endpoint, "p256dh": PHONE.p256dh, "auth": PHONE.auth} | changed)


def test_a_seat_has_a_few_devices(tmp_path):
    notebook = Notebook(tmp_path / "push")
    notebook.write("CCCCCC", "red", [{"endpoint": str(number)} for number in range(9)])
    notebook.drop("CCCCCC", "red", "8")
    assert [each["endpoint"] for each in notebook.read("CCCCCC")["red"]] == ["5", "6", "7"]
    assert MOST_DEVICES == 4
    notebook.forget("CCCCCC")
    assert notebook.read("CCCCCC") == {}
