import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { person } from "../oauth.ts";
import { allRows } from "../rows.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { hasFocus, tabTo } from "./focus.ts";
import { resize } from "./redrawn.ts";
import { inspectReflow } from "./reflow.ts";
import { signIn } from "./set-up.ts";
import { inspect } from "./visit.ts";

const PROFILE = "/settings/profile";
const SIGN_IN = "**/signin?return=%2Fsettings%2Fprofile";
const NEW_PASSWORD = "a longer correct horse";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

describe("a person looks after their profile", { skip }, () => {
  let acme: Acme;
  let page: Page;
  let credentials = { email: "", password: "" };

  before(async () => {
    acme = await Acme.open(PROFILE);
    page = acme.olga.page;
    credentials = await person(acme.team);
  });

  after(async () => {
    await acme?.close();
  });

  test("a name is saved when it is sent, and one that is refused stays where it was typed", async () => {
    await page.getByText("Chrome on Linux").first().waitFor();
    await page
      .getByText(
        /kept with your account; only the theme and the shortcuts are kept in this browser\.$/,
      )
      .waitFor();
    await inspect(page, "profile");
    await inspectReflow(page, "profile");
    const before = await allRows(acme.world.database.reader);
    const tooLong = "O".repeat(101);
    await page.getByLabel("Name", { exact: true }).fill(tooLong);
    await page.getByRole("button", { name: "Save the profile" }).click();
    await page.getByRole("alert").waitFor();
    const fault = page.getByRole("alert").getByRole("link", { name: "Name", exact: true });
    await fault.waitFor();
    assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), tooLong);
    assert.equal(await attribute(page, "Name", "aria-invalid"), "true");
    await hasFocus(page, /^Some of what was entered cannot be used/);
    assert.deepEqual(await allRows(acme.world.database.reader), before);
    await fault.press("Enter");
    await hasFocus(page, "Name");
    await page.getByLabel("Name", { exact: true }).fill("Olga? Ledger");
    await page.getByRole("button", { name: "Save the profile" }).click();
    await page.getByRole("region", { name: "Name and time zone" }).getByText("Saved").waitFor();
    assert.equal(await page.getByRole("alert").count(), 0);
    await page.reload();
    assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "Olga? Ledger");
    await page.getByRole("banner").getByText("Olga? Ledger").waitFor();
  });

  test("another page discards what was typed only after it was asked about", async () => {
    const name = page.getByLabel("Name", { exact: true });
    const home = page.getByRole("link", { name: "Home", exact: true }).first();
    await name.fill("Olga Unsaved");
    await home.click();
    await page.getByRole("dialog", { name: "Leave without saving?" }).waitFor();
    await hasFocus(page, "Stay here");
    await inspect(page, "profile-unsaved");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.equal(await name.inputValue(), "Olga Unsaved");
    await home.click();
    await page.getByRole("button", { name: "Leave", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: /Olga\? Ledger/ }).waitFor();
    await page.goBack();
    assert.equal(await name.inputValue(), "Olga? Ledger");
    await home.click();
    await page.getByRole("heading", { level: 1, name: /Olga\? Ledger/ }).waitFor();
    await page.goBack();
  });

  test("a key that is a shortcut elsewhere is a letter in a field", async () => {
    await page.getByLabel("Name", { exact: true }).press("?");
    assert.equal(await page.getByRole("dialog").count(), 0);
    await page.getByRole("heading", { name: "Profile" }).press("?");
    await page.getByRole("dialog", { name: "Help and shortcuts" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  test("single-key shortcuts are turned off and on from the profile, which the help leads to", async () => {
    const region = page.getByRole("region", { name: "Keyboard shortcuts" });
    const dialog = page.getByRole("dialog", { name: "Help and shortcuts" });
    const title = page.getByRole("heading", { name: "Profile", level: 1 });
    await title.press("?");
    await dialog.getByRole("switch", { name: "Single-key shortcuts" }).waitFor();
    await inspect(page, "help");
    await dialog.getByRole("link", { name: "Profile" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.waitForURL(/\/settings\/profile#shortcuts$/);
    await tabTo(page, "Single-key shortcuts");
    await page.keyboard.press("Space");
    await region.getByText("Saved").waitFor();
    await title.press("?");
    await page.reload();
    assert.equal(await region.getByRole("switch").isChecked(), false);
    await title.press("?");
    // A key that needs Ctrl still works, and shows that the letter did nothing.
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Pages, actions and records" }).waitFor();
    assert.equal(await dialog.count(), 0);
    await page.keyboard.press("Escape");
    await region.getByRole("switch").click();
    await title.press("?");
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  test("a time zone says what time it is there before it is saved", async () => {
    const zone = page.getByRole("combobox", { name: "Time zone" });
    const isNow = () => page.getByText(/^It is now /).textContent();
    await zone.selectOption({ label: "Tokyo" });
    assert.equal(await isNow(), "It is now Saturday, 21 November 2026 at 18:00 in Tokyo.");
    await page.getByRole("button", { name: "Save the profile" }).click();
    await page.getByRole("region", { name: "Name and time zone" }).getByText("Saved").waitFor();
    await page.reload();
    assert.equal(await zone.inputValue(), "Asia/Tokyo");
    const device = page.getByRole("button", { name: /^Use this device’s/ });
    const [field, button] = [await zone.boundingBox(), await device.boundingBox()];
    assert.ok(Math.abs((field?.y ?? 0) - (button?.y ?? 99)) < 4, "it stands beside its field");
    await device.click();
    assert.notEqual(await zone.inputValue(), "Asia/Tokyo");
    await page.reload();
    assert.equal(await zone.inputValue(), "Asia/Tokyo");
  });

  test("one button saves what is typed, and samples show how dates, numbers and money are written", async () => {
    assert.equal(await page.getByRole("button", { name: /^Save/ }).count(), 1);
    const samples = page.getByRole("region", { name: "Dates, numbers and money" });
    const text = await samples.innerText();
    for (const sample of [
      "21 Nov 2026",
      "21 Nov 2026, 18:00",
      "12,345.6",
      "€1,234.50",
      "−€1,234.50",
      "the amounts that you type, and the days that you choose",
      "Like 11/21/2026, as in American English",
    ])
      assert.ok(text.includes(sample), `${sample} in ${text}`);
  });

  test("a theme shows and is saved as soon as it is chosen", async () => {
    const baseContext = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const light = await baseContext();
    await page.getByRole("radio", { name: "Dark" }).check();
    await page.getByRole("region", { name: "Theme" }).getByText("Saved").waitFor();
    const dark = await baseContext();
    assert.notEqual(dark, light);
    await page.reload();
    assert.ok(await page.getByRole("radio", { name: "Dark" }).isChecked());
    assert.equal(await baseContext(), dark);
    await page.getByRole("radio", { name: "System" }).check();
    assert.equal(await baseContext(), light);
  });

  test("a session is ended from another, which is marked as the one that is looked at", async () => {
    const firefox = await elsewhere(FIREFOX);
    await page.reload();
    const sessions = page.getByRole("list", { name: "Your sessions" });
    await sessions.getByText("Firefox on Linux").first().waitFor();
    const own = sessions.getByRole("listitem").filter({ hasText: "Chrome on Linux" });
    await own.getByText("This device").waitFor();
    assert.equal(await sessions.getByText("This device").count(), 1);
    // Two browsers of one name are told apart by it.
    await own.getByText("Active now, signed in on 21 Nov 2026, 18:00").waitFor();
    await page.getByRole("button", { name: "Sign out Firefox on Linux" }).press("Enter");
    await page.getByText("Firefox on Linux is signed out.").waitFor();
    await hasFocus(page, "Sessions");
    await isSignedOut(firefox);
    assert.equal(await page.getByRole("button", { name: "Sign out everywhere else" }).count(), 0);
  });

  test("all other sessions are ended at once", async () => {
    const others = [await elsewhere(FIREFOX), await elsewhere(PHONE)];
    await page.reload();
    await page.getByText("Safari on iOS").first().waitFor();
    await inspect(page, "profile-sessions");
    await resize(page, { width: 360, height: 640 });
    await page.getByRole("button", { name: "Settings: Profile" }).waitFor();
    for (const row of await page
      .getByRole("list", { name: "Your sessions" })
      .getByRole("listitem")
      .all()) {
      const [text, button] = [
        await row.locator("p").first().boundingBox(),
        await row.getByRole("button").boundingBox(),
      ];
      assert.ok(Math.abs((text?.y ?? 0) - (button?.y ?? 99)) < 8, "the button stands beside");
    }
    await resize(page, { width: 1280, height: 800 });
    await page.getByRole("button", { name: "Sign out everywhere else" }).click();
    await page.getByText("Signed out in 2 other places.").waitFor();
    assert.equal(await page.getByRole("button", { name: /^Sign out / }).count(), 1);
    for (const other of others) await isSignedOut(other);
  });

  test("a password that is refused leaves all as it was, and a new one signs out everywhere else", async () => {
    const phone = await elsewhere(PHONE);
    await page.reload();
    await page.getByText("Safari on iOS").first().waitFor();
    const before = await allRows(acme.world.database.reader);
    const opener = page.getByRole("button", { name: "Change the password…" });
    await opener.focus();
    await page.keyboard.press("Enter");
    await hasFocus(page, "Current password");
    const dialog = page.getByRole("dialog", { name: "Change the password" });
    const current = page.getByLabel("Current password", { exact: true });
    const next = page.getByLabel("New password", { exact: true });
    await current.fill("not the one");
    await next.fill(NEW_PASSWORD);
    await dialog.getByRole("button", { name: "Change the password" }).click();
    await page.getByRole("alert").waitFor();
    await inspect(page, "profile-password-refused");
    assert.equal(await next.inputValue(), NEW_PASSWORD);
    assert.equal(await attribute(page, "Current password", "aria-invalid"), "true");
    assert.deepEqual(await allRows(acme.world.database.reader), before);
    await current.fill(credentials.password);
    await dialog.getByRole("button", { name: "Change the password" }).click();
    await page.getByText("The password is changed. You are signed out everywhere else.").waitFor();
    await dialog.waitFor({ state: "detached" });
    await hasFocus(page, "Change the password…");
    await opener.press("Enter");
    await hasFocus(page, "Current password");
    assert.deepEqual([await current.inputValue(), await next.inputValue()], ["", ""]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await isSignedOut(phone);
    assert.equal(await page.getByRole("button", { name: /^Sign out / }).count(), 1);
    credentials = { ...credentials, password: NEW_PASSWORD };
    await elsewhere(PHONE);
  });

  test("what could not be loaded says so, and is asked for again", async () => {
    await page.route("**/api/me/sessions", (route) => route.abort());
    await page.reload();
    const sessions = page.getByRole("region", { name: "Sessions" });
    await sessions.getByText("Your sessions could not be loaded").waitFor();
    await inspect(page, "profile-not-loaded");
    await page.unroute("**/api/me/sessions");
    assert.equal(await sessions.getByRole("button", { name: "Try again" }).count(), 0);
    const notice = page.getByRole("complementary", { name: "Connection" });
    await notice.getByRole("button", { name: "Try again" }).click();
    await sessions.getByText("This device").waitFor();
  });

  test("the session that is looked at can be ended too", async () => {
    await page.getByRole("button", { name: "Sign out here" }).click();
    await page.waitForURL(`${acme.served.origin}/signin`);
    await page.goto(acme.served.origin + PROFILE);
    await page.waitForURL(SIGN_IN);
  });

  test("no page broke its content policy, threw, or asked another host for anything", () => {
    assert.deepEqual(acme.olga.offences, []);
  });

  /** Signs the same person in on another browser. */
  async function elsewhere(userAgent: string): Promise<Page> {
    const other = await acme.elsewhere(userAgent);
    await other.goto(acme.served.origin + PROFILE);
    await signIn(other, credentials);
    await other.getByRole("heading", { name: "Profile" }).waitFor();
    return other;
  }

  async function isSignedOut(other: Page): Promise<void> {
    // The page that is open may be leaving by itself already. It stays open until the browser goes: Chromium
    // may never answer when a page is closed while it leaves.
    const tab = await other.context().newPage();
    await tab.goto(acme.served.origin + PROFILE);
    await tab.waitForURL(SIGN_IN);
  }
});

async function attribute(page: Page, label: string, name: string): Promise<string | null> {
  return page.getByLabel(label, { exact: true }).getAttribute(name);
}
