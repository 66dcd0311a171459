"""Before the game: people with phones find each other at a table, live, and stay there."""

from playwright.sync_api import expect


def table_for_two(phone, url: str, langs: tuple[str, str] = ("en", "en")):
    """Anna has opened a table and sits at it, and so does Boris, each with their own phone."""
    anna, boris = map(phone, langs)
    link = anna.open_table(url)
    anna.sit_down("Anna")
    boris.open(link)
    boris.sit_down("Boris")
    for each in (anna, boris):
        each.sees_seats("Anna", "Boris")
        each.is_connected()
    return anna, boris, link


def test_two_phones_meet_at_a_table_and_begin(phone, shared_server):
    anna, boris = phone("en"), phone("ru")
    link = anna.open_table(shared_server.url)
    expect(anna.page.locator("#join #name")).to_be_in_viewport()  # first one's own seat, then the others
    boris.open(link)
    boris.is_connected()
    with boris.stays():
        anna.sit_down("Anna")
        expect(anna.page.locator(".invite .qr")).to_be_in_viewport(ratio=1)
        boris.sees_seats("Anna")
        expect(boris.page.locator("#said")).to_have_text(boris.says("%(name)s has arrived.", name="Anna"))
    anna.is_connected()
    with anna.stays():
        boris.sit_down("Boris")
        anna.sees_seats("Anna", "Boris")
    anna.tap("Start the game")
    for each in (anna, boris):
        each.sees_the_game()
        expect(each.page.locator("#status")).to_have_attribute("data-turn", "red")


def test_a_lost_connection_is_shown_and_what_was_missed_is_caught_up_without_a_reload(phone, shared_server, line):
    anna, boris, cleo = phone("en"), phone("ru"), phone("en")
    link = anna.open_table(shared_server.url)
    anna.sit_down("Anna")
    boris.open(link.replace(shared_server.url, line.url))
    boris.sit_down("Boris")
    boris.is_connected()
    with boris.stays():
        line.cut()
        boris.is_cut_off()
        cleo.open(link)
        cleo.sit_down("Cleo")
        anna.sees_seats("Anna", "Boris", "Cleo")
        boris.sees_seats("Anna", "Boris")
        line.mend()
        boris.is_connected()
        boris.sees_seats("Anna", "Boris", "Cleo")
    line.cut()
    boris.is_cut_off()
    anna.tap("Start the game")
    anna.sees_the_game()
    line.mend()
    boris.sees_the_game()


def test_a_server_that_is_killed_and_restarted_finds_everybody_seated(phone, live_server):
    anna, boris, link = table_for_two(phone, live_server.url)
    with anna.stays(), boris.stays():
        live_server.kill()
        anna.is_cut_off()
        boris.is_cut_off()
        live_server.start()
        anna.is_connected()
        boris.is_connected()
        cleo = phone()
        cleo.open(link)
        cleo.sit_down("Cleo")
        anna.sees_seats("Anna", "Boris", "Cleo")
        boris.sees_seats("Anna", "Boris", "Cleo")


def test_one_phone_can_hold_several_seats_and_the_start_says_what_is_missing(phone, shared_server):
    anna = phone("ru")
    anna.open_table(shared_server.url)
    start, reason = anna.button("Start the game"), anna.page.locator("#start-reason")
    for missing, name, colour in ((2, "Anna", None), (1, "Boris", "teal")):
        expect(start).to_be_disabled()
        wanted = anna.counts("One more player is needed.", "%(num)d more players are needed.", missing)
        expect(reason).to_have_text(wanted)
        anna.sit_down(name, colour)
        anna.sees("Add another player on this device")
    expect(start).to_be_enabled()
    anna.sit_down("Oma", paper=True)
    anna.sees_seats("Anna", "Boris", "Oma")
    for name in ("Anna", "Boris"):
        expect(anna.seat(name)).to_contain_text(anna.says("This device"))
        expect(anna.seat(name)).not_to_contain_text(anna.says("On paper"))
    expect(anna.seat("Boris")).to_contain_text(anna.says("Teal"))
    expect(anna.seat("Oma")).to_contain_text(anna.says("On paper"))
    anna.tap("Start the game")
    anna.sees_the_game()


def test_a_full_table_takes_nobody_else_but_lets_them_watch(phone, shared_server):
    anna, boris = phone(), phone()
    link = anna.open_table(shared_server.url)
    boris.open(link)
    boris.is_connected()
    with boris.stays():
        for name in ("Anna", "Cleo", "Dora", "Emil", "Fritz"):
            anna.sit_down(name)
        boris.sees("The table is full. You can watch: this page follows the game by itself.")
        expect(boris.page.locator("#join")).to_be_hidden()
    anna.unfold("Fritz")
    anna.page.locator("#remove-purple").click()
    expect(boris.page.locator("#join")).to_be_visible()


def test_the_host_orders_and_removes_seats_and_hands_the_role_over(phone, shared_server):
    anna, boris, _ = table_for_two(phone, shared_server.url, ("en", "ru"))
    with anna.stays(), boris.stays():
        anna.tap("Move %(name)s up", name="Boris")
        for each in (anna, boris):
            each.sees_seats("Boris", "Anna")
        expect(anna.page.locator("#seats-heading")).to_be_focused()  # the first has nowhere up to go
        anna.tap("Shuffle the order")
        expect(boris.page.locator("#said")).to_have_text(boris.says("The order of the seats has changed."))
    expect(boris.button("Shuffle the order")).to_have_count(0)
    anna.unfold("Boris")
    anna.tap("Remove from the table")
    for each in (anna, boris):
        each.sees_seats("Anna")
    boris.sees("Take a seat")
    boris.sit_down("Boris")
    anna.sees_seats("Anna", "Boris")
    anna.unfold("Boris")
    anna.tap("Make host")
    expect(boris.button("Start the game")).to_be_enabled()
    expect(anna.button("Start the game")).to_have_count(0)
    for each in (anna, boris):
        expect(each.seat("Boris")).to_contain_text(each.says("Host"))
    boris.tap("Start the game")
    anna.sees_the_game()


def test_a_seat_continues_on_another_device_and_ends_on_the_first(phone, shared_server):
    anna, boris, _ = table_for_two(phone, shared_server.url)
    tablet = phone("ru", viewport={"width": 820, "height": 1180})
    boris.unfold("Boris")
    boris.page.get_by_role("link", name=boris.says("Continue on another device")).click()
    expect(boris.page.locator("svg.qr")).to_be_visible()
    personal_link = boris.page.locator(".link a").get_attribute("href")

    tablet.open(personal_link)
    tablet.sees("Continue here as %(name)s?", name="Boris")
    tablet.tap("Continue on this device")
    expect(tablet.seat("Boris")).to_contain_text(tablet.says("This device"))
    boris.sees("Take a seat")  # the old device has noticed by itself
    anna.sees_seats("Anna", "Boris")

    boris.open(personal_link)
    boris.sees("This link has already been used. Make a new one on the other device.")


def test_a_name_that_is_taken_and_a_start_that_comes_too_late_are_explained_at_the_table(phone, shared_server):
    anna, boris, link = table_for_two(phone, shared_server.url)
    boris.sit_down("Anna")
    boris.sees("Someone at this table is already called %(name)s.", name="Anna")
    expect(boris.seat("Boris")).to_contain_text("This device")

    cleo = phone("ru")
    cleo.open(link)
    cleo.sit_down("anna", colour="pink", paper=True)
    field = cleo.page.get_by_label(cleo.says("Name"), exact=True)
    problem = cleo.says("Someone at this table is already called %(name)s.", name="anna")
    expect(field).to_have_value("anna")
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description(problem)
    expect(cleo.colour("pink")).to_be_checked()
    expect(cleo.page.locator("input[value=paper]")).to_be_checked()
    cleo.sit_down("Cleo")
    anna.sees_seats("Anna", "Boris", "Cleo")

    # Everybody else has just got up: a sentence on the lobby's own page, not an error page.
    start = {"do": "start", "csrf_token": anna.page.locator("meta[name=csrf-token]").get_attribute("content")}
    anna.unfold("Cleo")
    anna.tap("Remove from the table")
    boris.unfold("Boris")
    boris.tap("Give up the seat")
    boris.sees("Take a seat")
    anna.sees_seats("Anna")
    answer = anna.page.request.post(f"{link}/arrange", form=start)
    assert answer.status == 422
    assert "This game is for 2 to 5 players." in answer.text() and 'id="seats"' in answer.text()


def test_a_colour_taken_meanwhile_is_crossed_out_and_what_was_typed_stays(phone, shared_server):
    anna, boris = phone(), phone()
    link = anna.open_table(shared_server.url)
    boris.open(link)
    boris.is_connected()
    boris.page.get_by_label("Name", exact=True).fill("Bo")
    expect(boris.colour("red")).to_be_checked()
    anna.sit_down("Anna", colour="red")
    expect(boris.colour("red")).to_be_disabled()
    expect(boris.colour("blue")).to_be_checked()
    expect(boris.page.get_by_label("Name", exact=True)).to_have_value("Bo")


def test_everything_works_as_plain_forms_without_javascript(phone, shared_server):
    anna, boris = phone("en", java_script_enabled=False), phone("ru", java_script_enabled=False)
    link = anna.open_table(shared_server.url)
    boris.open(link)
    boris.sit_down("Boris")
    anna.sit_down("Anna", colour="red")  # her page does not know yet that Boris has it
    anna.sees("This colour is already taken.")
    anna.sit_down("Anna")
    anna.sees_seats("Boris", "Anna")
    anna.tap("Move %(name)s up", name="Anna")
    anna.sees_seats("Anna", "Boris")
    anna.tap("Start the game")
    boris.page.get_by_role("link", name=boris.says("Look again")).click()
    for each in (anna, boris):
        each.sees_the_game()
