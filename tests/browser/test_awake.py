"""The screen stays on: by wake lock where there is one, else by a silent video that a tap starts."""

from playwright.sync_api import expect

from tests.browser.phone import Phone

NO_LOCK = "delete Navigator.prototype.wakeLock"  # as over plain http; 127.0.0.1 counts as secure
LOCKS = """
  window.locks = [];
  Navigator.prototype.__defineGetter__("wakeLock", () => ({
    request: async (kind) => { locks.push(kind); return new EventTarget(); },
  }));
"""
PLAYS = "() => { const video = document.querySelector('video'); return video && !video.paused && !video.muted && !video.loop; }"


def open_lobby(phone: Phone, home: str) -> None:
    phone.open_table(home)
    phone.sit_down("Anna")


def test_over_http_a_tap_keeps_the_screen_on_also_on_the_next_page(phone, shared_server):
    anna = phone()
    anna.context.add_init_script(NO_LOCK)
    open_lobby(anna, shared_server.url)
    button = anna.page.locator("#awake")
    expect(button).to_have_attribute("aria-pressed", "false")
    assert anna.page.locator("video").count() == 0, "nothing is loaded before it is asked for"
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    anna.page.wait_for_function(PLAYS)
    anna.page.wait_for_function("() => document.querySelector('video').currentTime > 0.5")
    anna.page.wait_for_function("() => document.querySelector('video').currentTime < 0.5", timeout=30_000)
    assert anna.page.evaluate(PLAYS), "it goes on from the beginning, not by `loop`"
    anna.page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")
    anna.page.locator("h1").first.click()
    anna.page.wait_for_function(PLAYS)
    button.click()
    anna.page.wait_for_function("() => document.querySelector('video').paused")


def test_with_a_wake_lock_no_video_is_needed(phone, shared_server):
    anna = phone()
    anna.context.add_init_script(LOCKS)
    open_lobby(anna, shared_server.url)
    anna.page.wait_for_function("() => locks.length > 0")  # the script may still be loading
    assert anna.page.evaluate("locks") == ["screen"]
    expect(anna.page.locator("#awake")).to_be_hidden()
    anna.page.locator("h1").first.click()
    assert anna.page.evaluate("locks") == ["screen"], "it is held already"
