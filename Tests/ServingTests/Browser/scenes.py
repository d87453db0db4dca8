"""Plays what people do on a note's page, in a real browser: two phones on one note.

Arguments: the links that let the phones in, and the path of the note. Prints a line for each scene that went as it
should; the first one that does not ends it with what was seen instead.
"""

import sys

from playwright.sync_api import expect, sync_playwright

expect.set_options(timeout=20_000)
first_link, second_link, note = sys.argv[1:4]
root = first_link.split("/enter")[0]


def open_phone(browser, device, link):
    page = browser.new_context(**device).new_page()
    page.on("pageerror", lambda error: sys.exit(f"script failed: {error}"))
    page.goto(link)
    page.wait_for_url(root + "/")
    page.goto(root + note)
    return page


def row(page, text):
    return page.locator("li.row", has_text=text)


def ticked(page, text):
    return row(page, text).locator("input[name=ticked]")


def editor(page):
    return page.locator("#body")


def scene_tick(ada, bob):
    box = row(ada, "milk").bounding_box()
    ada.touchscreen.tap(box["x"] + box["width"] - 4, box["y"] + box["height"] / 2)
    expect(ticked(ada, "milk")).to_be_checked()
    expect(ticked(bob, "milk")).to_be_checked()
    expect(bob.locator("#count")).to_have_text("2 of 3")
    expect(bob.locator("#notice")).to_contain_text("ticked")
    expect(editor(ada)).to_have_count(0)


def scene_tick_quickly(ada, bob):
    for _ in range(5):
        row(ada, "milk").tap()
    expect(ticked(bob, "milk")).not_to_be_checked()
    expect(ticked(ada, "milk")).not_to_be_checked()


def scene_add(ada, bob):
    field = ada.locator(".add input[name=text]").first
    field.tap()
    for item in ["thyme", "salt"]:
        field.type(item)
        field.press("Enter")
        expect(row(ada, item)).to_have_count(1)
        expect(field).to_be_focused()
    assert ada.locator("li.row .text").all_inner_texts()[-3:] == ["bread", "thyme", "salt"]
    # The rows of the next block are where they were, and the field is above them.
    assert ada.evaluate("document.activeElement.closest('li').nextElementSibling.matches('.prose')")
    expect(row(bob, "salt")).to_have_count(1)


def scene_others_do_not_disturb(ada, bob):
    field = ada.locator(".add input[name=text]").first
    field.tap()
    field.type("half an it")
    row(bob, "bread").tap()
    expect(ticked(ada, "bread")).to_be_checked()
    expect(field).to_be_focused()
    expect(field).to_have_value("half an it")
    field.fill("")
    field.press("Escape")


def scene_keys(ada, bob):
    ticked(ada, "milk").focus()
    ada.keyboard.press("ArrowDown")
    expect(ticked(ada, "eggs")).to_be_focused()
    ada.keyboard.press("Space")
    expect(ticked(bob, "eggs")).not_to_be_checked()


def scene_prose_edits(ada, bob):
    ada.locator(".prose", has_text="Bring bags").tap()
    expect(editor(ada)).to_be_focused()
    ada.goto(root + note)
    ada.locator("#below").tap()
    expect(editor(ada)).to_be_focused()


def scene_edit_merges(ada, bob):
    # The note is open as a text while another device ticks and adds.
    row(bob, "milk").tap()
    expect(ada.locator("#notice")).to_contain_text("elsewhere")
    text = editor(ada).input_value()
    assert "- [ ] milk" in text, text
    editor(ada).fill(text.replace("Bring bags.", "Bring three bags."))
    ada.locator("#done").tap()
    ada.wait_for_url(root + note)
    expect(ada.locator(".prose", has_text="three bags")).to_have_count(1)
    expect(ticked(ada, "milk")).to_be_checked()
    expect(bob.locator(".prose", has_text="three bags")).to_have_count(1)


def scene_long_press(ada, bob):
    box = row(ada, "eggs").bounding_box()
    point = {"x": box["x"] + 80, "y": box["y"] + 20}
    touch = ada.context.new_cdp_session(ada)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    ada.wait_for_url(root + note + "?edit=1**")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(editor(ada)).to_be_focused()
    ada.locator("#done").tap()
    ada.wait_for_url(root + note)
    expect(ticked(ada, "eggs")).not_to_be_checked()


with sync_playwright() as play:
    browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    phones = [open_phone(browser, play.devices["iPhone 13"], link) for link in (first_link, second_link)]
    for name, scene in list(globals().items()):
        if name.startswith("scene_"):
            scene(*phones)
            print(name.removeprefix("scene_"), flush=True)
    browser.close()
