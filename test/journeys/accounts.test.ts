import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { chooseItem, hasFocus, press, tabTo } from "./focus.ts";
import { inspect } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

describe("a person sets up accounts and categories by keyboard alone", { skip }, () => {
  let acme: Acme;
  let page: Page;

  before(async () => {
    acme = await Acme.open("/settings/accounts");
    page = acme.olga.page;
  });

  after(async () => {
    assert.deepEqual(acme.olga.offences, []);
    await acme.close();
  });

  test("an account is added with its number, which is shown by its end", async () => {
    await page.getByText("No accounts yet").waitFor();
    await inspect(page, "accounts-empty");
    await page.getByRole("button", { name: "Add an account" }).focus();
    await page.keyboard.press("Enter");
    await hasFocus(page, "Name");
    await page.keyboard.type("Giro");
    await tabTo(page, "Account number (optional)");
    await page.keyboard.type("DE89 3704 0044 0532 0130 00");
    await tabTo(page, "Opening balance");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("1500");
    await inspect(page, "account-add");
    await page.keyboard.press("Enter");
    await page.getByText("Giro is added.").first().waitFor();
    await page.getByText("€1,500.00").waitFor();
    await page.getByText("3000").first().waitFor();
    assert.equal(await page.getByText("DE89").count(), 0);
    await inspect(page, "accounts");
  });

  test("its balance is noted, told with what is missing, removed, and brought back with undo", async () => {
    const menu = page.getByRole("button", { name: "Actions for Giro" });
    acme.world.pass(1000);
    await menu.focus();
    await chooseItem(page, "Note its balance…");
    await hasFocus(page, "Balance");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("1512.30");
    await inspect(page, "account-balance");
    await page.keyboard.press("Enter");
    const words =
      "Giro: the balance noted for 21 Nov 2026 is €12.30 more than the opening balance and the transactions since then.";
    await page.getByText(words).waitFor();
    await page
      .getByText("The balance of Giro is noted. Its transactions differ by €12.30.")
      .first()
      .waitFor();
    const differs = page.getByText("Differs by €12.30", { exact: true });
    await differs.waitFor();
    const shown = page.getByRole("link", { name: "Show these transactions of Giro" });
    assert.match(
      (await shown.getAttribute("href")) ?? "",
      /^\/transactions\?account=[-0-9a-f]+&to=2026-11-21$/,
    );
    await inspect(page, "accounts-differ");
    acme.world.pass(1000);
    await menu.focus();
    await chooseItem(page, "Remove the balance of 21 Nov 2026");
    await differs.waitFor({ state: "detached" });
    acme.world.pass(1000);
    await page.keyboard.press("F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await differs.waitFor();
    acme.world.pass(1000);
    await menu.focus();
    await chooseItem(page, "Remove the balance of 21 Nov 2026");
    await differs.waitFor({ state: "detached" });
  });

  test("a message about an account takes the place of the one before, and on a phone hides no new value", async () => {
    const toasts = page.locator(".toasts > [role=dialog]");
    const isFree = async (status: string) => {
      const shown = page.getByText(status, { exact: true });
      await Promise.all([toasts.last().waitFor(), shown.waitFor()]);
      // The page scrolls in the next frame.
      await page.evaluate(
        "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
      );
      const [toast, value] = await Promise.all([toasts.last().boundingBox(), shown.boundingBox()]);
      assert.ok(toast !== null && value !== null);
      const isBelow = value.y + value.height > toast.y && value.y < toast.y + toast.height;
      assert.ok(!isBelow, `${status} at ${value.y} is under the toast at ${toast.y}`);
    };
    await page.setViewportSize({ width: 360, height: 640 });
    const menu = page.getByRole("button", { name: "Actions for Giro" });
    // The row stands where the toast will be.
    await menu.focus();
    await page.evaluate("scrollBy(0, document.activeElement.getBoundingClientRect().top - 440)");
    acme.world.pass(1000);
    await chooseItem(page, "Disable");
    await page.getByText("Giro is disabled.").first().waitFor();
    await hasFocus(page, "Actions for Giro");
    await isFree("Disabled");
    acme.world.pass(1000);
    await chooseItem(page, "Enable");
    await page.getByText("Giro is enabled.").first().waitFor();
    await page.getByText("Giro is disabled.").first().waitFor({ state: "detached" });
    assert.equal(await toasts.count(), 1);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test("it is disabled, enabled with undo, renamed and deleted from its menu", async () => {
    const menu = page.getByRole("button", { name: "Actions for Giro" });
    acme.world.pass(1000);
    await menu.focus();
    await chooseItem(page, "Disable");
    await page.getByText("Giro is disabled.").first().waitFor();
    await page.getByText("Disabled", { exact: true }).waitFor();
    acme.world.pass(1000);
    await page.keyboard.press("F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await page.getByText("Disabled", { exact: true }).waitFor({ state: "detached" });
    acme.world.pass(1000);
    await menu.focus();
    await chooseItem(page, "Change…");
    await hasFocus(page, "Name");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("House bank");
    await page.keyboard.press("Enter");
    await page.getByText("House bank is saved.").first().waitFor();
    acme.world.pass(1000);
    await page.getByRole("button", { name: "Actions for House bank" }).focus();
    await chooseItem(page, "Delete…");
    await hasFocus(page, "Cancel");
    await inspect(page, "account-delete");
    await tabTo(page, "Delete the account");
    await press(page, "Enter");
    await page.getByText("House bank is deleted.").first().waitFor();
    await page.getByText("No accounts yet").waitFor();
  });

  test("a category is added below a group, and a system one is hidden", async () => {
    await page.goto(`${acme.served.origin}/settings/categories`);
    await page.getByText("No categories of your own").waitFor();
    await inspect(page, "categories");
    await tabTo(page, "Find a system category");
    await page.keyboard.type("insur");
    await page.getByText("1 category found").waitFor();
    assert.equal(await page.getByRole("button", { name: /^Change / }).count(), 1);
    await page.keyboard.type("zz");
    await page.getByText("No system category is called “insurzz”.").waitFor();
    await inspect(page, "categories-none");
    await page.getByLabel("Find a system category").fill("");
    await page.getByRole("button", { name: "Change Vehicle" }).waitFor();
    await page.getByRole("button", { name: "Add a category" }).focus();
    await page.keyboard.press("Enter");
    await hasFocus(page, "Name");
    await page.keyboard.type("Trade fairs");
    await page.getByLabel("Below").selectOption({ label: "Sales and marketing" });
    await inspect(page, "category-add");
    await page.getByRole("button", { name: "Add the category" }).focus();
    await press(page, "Enter");
    await page.getByText("Trade fairs is added.").first().waitFor();
    await page.getByText("below Sales and marketing · expense").waitFor();
    acme.world.pass(1000);
    await page.getByRole("button", { name: "Change Vehicle" }).focus();
    await page.keyboard.press("Enter");
    await hasFocus(page, "In lists of categories");
    await page.getByLabel("In lists of categories").selectOption({ label: "Hidden" });
    await page.getByRole("button", { name: "Save the category" }).focus();
    await press(page, "Enter");
    await page.getByText("Vehicle is saved.").first().waitFor();
    await page.getByText("Hidden", { exact: true }).waitFor();
    const { items } = await acme.team.call("categories_list", {});
    assert.ok(!items.some((category: any) => category.slug === "vehicle"));
    assert.ok(items.some((category: any) => category.slug === "trade_fairs"));
  });

  test("country, fiscal year and time zone of the books are saved", async () => {
    await page.goto(`${acme.served.origin}/settings/team`);
    await page.getByRole("combobox", { name: "Country" }).selectOption({ label: "Germany" });
    await page
      .getByRole("combobox", { name: "The fiscal year begins with" })
      .selectOption({ label: "1 April" });
    await page.getByRole("button", { name: "Save books settings" }).focus();
    await press(page, "Enter");
    await page.getByText("Saved").first().waitFor();
    const team = await acme.team.call("team_get", {});
    assert.deepEqual([team.country_code, team.fiscal_year_start], ["DE", "04-01"]);
  });
});
