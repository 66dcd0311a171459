"""A phone that is gone for more than a few seconds is shown as away, on the other phones and the large screen."""

from playwright.sync_api import expect

from tests.browser.test_accessibility import check


def test_a_phone_that_is_gone_is_shown_as_away_until_it_is_back(seated, phone, lang):
    anna, boris = seated(2, lang=lang)
    table = anna.page.url
    screen = phone(lang, viewport={"width": 1280, "height": 720})
    screen.open(f"{table}/tv")
    screen.is_connected()
    seen = [anna.page.locator("#tab-blue .away"), screen.page.locator(".tv-line .away-blue")]
    for each in seen:
        expect(each).to_be_hidden()
    boris.page.goto("about:blank")
    for each in seen:
        expect(each).to_be_visible()
        expect(each).to_have_text(anna.phone.says("away"))
    check(anna.phone, "somebody is away")
    boris.page.goto(table)
    for each in seen:
        expect(each).to_be_hidden()
    expect(anna.page.locator("#tab-red .away")).to_have_count(0)


def test_whoever_reloads_is_not_away(seated):
    anna, boris = seated(2)
    boris.page.reload()
    boris.phone.is_connected()
    anna.page.wait_for_timeout(5000)
    expect(anna.page.locator("#tab-blue .away")).to_be_hidden()
