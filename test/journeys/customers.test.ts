import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { CUSTOMER_FIELDS } from "../../src/shared/records/customer.ts";
import type { RecordField } from "../../src/shared/records/field.ts";
import { lowered } from "../../src/shared/words.ts";
import { until } from "../mcp.ts";
import { valuesFor } from "../record-values.ts";
import { addEntry, addProject } from "../tracker.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { chooseItem, hasFocus, press, tabTo } from "./focus.ts";
import { inspectReflow } from "./reflow.ts";
import { inspect } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

describe("a person keeps the team's customers, by keyboard alone", { skip }, () => {
  let acme: Acme;
  let page: Page;

  before(async () => {
    acme = await Acme.open("/customers");
    page = acme.olga.page;
  });

  after(async () => {
    assert.deepEqual(acme.olga.offences, []);
    await acme.close();
  });

  test("without any customer the page says what one is, and a name and an address make the first", async () => {
    await page.getByText("No customers yet").waitFor();
    await inspect(page, "customers-none");
    await page.getByRole("heading", { level: 1 }).focus();
    await tabTo(page, "New customer");
    await press(page, "Enter");
    await page.getByRole("dialog", { name: "New customer" }).waitFor();
    await hasFocus(page, "Name");
    await inspect(page, "customer-new");
    await page.keyboard.press("Enter");
    await page.getByText("Some of what was entered cannot be used").waitFor();
    await page.getByLabel("Name", { exact: true }).focus();
    await page.keyboard.type("Zenith");
    await press(page, "Tab");
    await page.keyboard.type("zoe@zenith.example");
    await tabTo(page, "More fields");
    await press(page, "Enter");
    await hasFocus(page, "Contact (optional)");
    assert.equal(await page.getByLabel("Country").inputValue(), "none");
    assert.equal(await page.getByLabel("State").count(), 0);
    await page.getByRole("button", { name: "Add address lines" }).press("Enter");
    await hasFocus(page, "Address line 2 (optional)");
    await page.getByLabel("State").waitFor();
    await inspect(page, "customer-new-whole");
    await page.getByLabel("City").fill("Köln");
    await tabTo(page, "Add the customer");
    await press(page, "Enter");
    await page.getByRole("heading", { level: 1, name: "Zenith" }).waitFor();
    assert.match(page.url(), /\/customers\/[0-9a-f-]{36}$/);
    await hasFocus(page, "Zenith");
    assert.deepEqual(
      (await acme.team.call("customers_list")).items.map(({ name }: { name: string }) => name),
      ["Zenith"],
    );
  });

  test("a value is edited in its place, and an edit that somebody else overtook asks which stays", async () => {
    const { items } = await acme.team.call("customers_list");
    const [{ id }] = items;
    const mia = await acme.team.member("member", { name: "Mia Member" });
    const other = await acme.elsewhere();
    await acme.signIn(other, mia, `/customers/${id}`);
    await page.getByRole("heading", { level: 1 }).focus();
    await tabTo(page, "Add phone");
    await press(page, "Enter");
    await page.keyboard.type("+49 221 1");
    // Meanwhile, in another browser. Events of one moment have no order.
    acme.world.pass(1000);
    await other.getByRole("button", { name: "Add phone" }).click();
    await other.keyboard.type("+49 221 2");
    await other.keyboard.press("Enter");
    await other.getByRole("button", { name: "Edit phone, +49 221 2" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("Mia Member").first().waitFor();
    await inspect(page, "customer-conflict");
    await page.getByRole("button", { name: /mine/i }).first().focus();
    await press(page, "Enter");
    await page.getByRole("button", { name: "Edit phone, +49 221 1" }).waitFor();
    assert.equal((await acme.team.call("customers_get", { id })).phone, "+49 221 1");
    await other.context().close();
  });

  test("a value that was refused is not dropped by another part of the page or another page", async () => {
    const { items } = await acme.team.call("customers_list");
    const [{ id, email }] = items;
    await page.getByRole("button", { name: `Edit e-mail, ${email}` }).press("Enter");
    await hasFocus(page, "E-mail");
    await page.getByLabel("E-mail", { exact: true }).fill("no address");
    await press(page, "Enter");
    await page.getByRole("button", { name: "Retry" }).waitFor();
    for (const leave of [
      async () => page.getByRole("tab", { name: "Time" }).press("Enter"),
      async () => page.getByRole("link", { name: "Customers" }).last().press("Enter"),
    ]) {
      await leave();
      await page.getByRole("dialog", { name: "Leave without saving?" }).waitFor();
      await hasFocus(page, "Stay here");
      await press(page, "Enter");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      assert.equal(await page.getByLabel("E-mail", { exact: true }).inputValue(), "no address");
    }
    await page.getByRole("button", { name: "Discard" }).press("Enter");
    await hasFocus(page, `Edit e-mail, ${email}`);
    assert.equal((await acme.team.call("customers_get", { id })).email, email);
  });

  test("the country is one choice of its name and its code, and rare address lines unfold", async () => {
    const { items } = await acme.team.call("customers_list");
    const [{ id }] = items;
    const stored = async () => {
      const { country, countryCode } = await acme.team.call("customers_get", { id });
      return [country, countryCode];
    };
    const choose = async (name: string, country: string) => {
      await page.getByRole("button", { name }).press("Enter");
      await hasFocus(page, "Country");
      await page.getByLabel("Country").selectOption(country);
      await page.getByLabel("Country").press("Enter");
    };
    await choose("Add country", "Germany");
    await page.getByRole("button", { name: "Edit country, Germany" }).waitFor();
    assert.deepEqual(await stored(), ["Germany", "DE"]);
    await choose("Edit country, Germany", "Not set");
    await page.getByRole("button", { name: "Add country" }).waitFor();
    assert.deepEqual(await stored(), [null, null]);
    await acme.team.call("customers_update", { id, country: "Deutschland" });
    await page.reload();
    await choose("Edit country, Deutschland", "Austria");
    await page.getByRole("button", { name: "Edit country, Austria" }).waitFor();
    assert.deepEqual(await stored(), ["Austria", "AT"]);
    assert.equal(await page.getByText("Address line 2", { exact: true }).count(), 0);
    await page.getByRole("button", { name: "Add address lines" }).press("Enter");
    await hasFocus(page, "Add address line 2");
    await page.getByText("State", { exact: true }).waitFor();
  });

  test("the parts of a customer have addresses of their own, and each is looked at", async () => {
    const { items } = await acme.team.call("customers_list");
    const [{ id }] = items;
    const project_id = await addProject(acme.team, { customer_id: id, name: "Website" });
    await addEntry(acme.team, { project_id, description: "Design of the first page" });
    const tag = await acme.team.call("tags_create", { name: "Wholesale" });
    await acme.team.call("customers_update", {
      id,
      contact: "Zoe Zimmermann",
      note: "Likes tea.\nPays late.",
      website: "https://zenith.example",
      default_payment_terms: 30,
      tag_ids: [tag.id],
    });
    await page.reload();
    await page.getByText("Pays late").waitFor();
    for (const [name, href] of [
      ["Write, zoe@zenith.example", "mailto:zoe@zenith.example"],
      ["Call, +49 221 1", "tel:+492211"],
      ["Open, https://zenith.example", "https://zenith.example"],
    ] as const)
      assert.equal(await page.getByRole("link", { name }).getAttribute("href"), href);
    await inspect(page, "customer-overview");
    await page.getByRole("tab", { name: "Time" }).focus();
    await press(page, "Enter");
    await page.waitForURL(/\?tab=time$/);
    await page.getByText("Design of the first page").waitFor();
    await inspect(page, "customer-time");
    await page.getByRole("tab", { name: "Activity" }).focus();
    await press(page, "Enter");
    await page.getByText("added the customer").waitFor();
    await inspect(page, "customer-activity");
    await page.goBack();
    await page.getByText("Design of the first page").waitFor();
    await page.goBack();
    await page.getByText("Pays late").waitFor();
    await inspectReflow(page, "customer");
  });

  test("a tag that is taken away comes back with the undo of its toast", async () => {
    const { items } = await acme.team.call("customers_list");
    const [{ id }] = items;
    const tags = async () => (await acme.team.call("customers_get", { id })).tags.length;
    await page.getByRole("button", { name: "Remove Wholesale" }).press("Enter");
    await page.getByText("Wholesale is removed.").first().waitFor();
    await until(async () => (await tags()) === 0);
    await page.keyboard.press("F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await page.getByText("Undone.").first().waitFor();
    await page.getByRole("button", { name: "Remove Wholesale" }).waitFor();
    assert.equal(await tags(), 1);
  });

  test("an archived customer comes back with the undo of its toast", async () => {
    await page.getByRole("heading", { level: 1 }).focus();
    await tabTo(page, "Actions for Zenith");
    await chooseItem(page, "Archive");
    await page.getByText("Zenith is archived.").first().waitFor();
    await page.getByText("Archived", { exact: true }).waitFor();
    assert.equal((await acme.team.call("customers_list")).items[0].is_archived, true);
    await page.keyboard.press("F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await page.getByText("Undone.").first().waitFor();
    await page.getByRole("link", { name: "Start timer" }).waitFor();
    assert.equal((await acme.team.call("customers_list")).items[0].is_archived, false);
  });

  test("a deletion names what goes and what stays, and is undone", async () => {
    const { items } = await acme.team.call("customers_list");
    await acme.team.invoice(items[0].id);
    await page.getByRole("heading", { level: 1 }).focus();
    await tabTo(page, "Actions for Zenith");
    await press(page, "Enter");
    await page.getByRole("menuitem", { name: "Delete…" }).press("Enter");
    await page.getByText("With it goes what belongs to it: 1 project and 1 time entry.").waitFor();
    await page
      .getByText(
        "These stay, without a customer: 1 invoice. Invoices that were sent keep its name.",
      )
      .waitFor();
    await hasFocus(page, "Cancel");
    await inspect(page, "customer-delete");
    await tabTo(page, "Delete the customer");
    await press(page, "Enter");
    await page.waitForURL(/\/customers$/);
    await page.getByText("No customers yet").waitFor();
    assert.deepEqual((await acme.team.call("customers_list")).items, []);
    await page.keyboard.press("F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await page.getByRole("link", { name: "Zenith" }).waitFor();
    assert.equal((await acme.team.call("customers_list")).items.length, 1);
  });

  test("a customer's timer starts on its one project, or asks which of them", async () => {
    const { items } = await acme.team.call("customers_list");
    const [{ id }] = items;
    await addProject(acme.team, { name: "Of nobody" });
    await page.goto(`${acme.served.origin}/customers/${id}`);
    await page.getByRole("heading", { level: 1, name: "Zenith" }).focus();
    await tabTo(page, "Start timer");
    await press(page, "Enter");
    await page.waitForURL(`${acme.served.origin}/time`);
    await hasFocus(page, "What are you working on?");
    assert.equal(await page.locator("#tracker-project").inputValue(), "Website");
    await page.keyboard.type("Menus");
    await press(page, "Enter");
    await page.getByText("The timer runs on Website.").waitFor();
    // The list is in the order in which projects were made.
    acme.world.pass(1000);
    await addProject(acme.team, { name: "Shop", customer_id: id });
    await page.goto(`${acme.served.origin}/customers/${id}`);
    await page.getByRole("link", { name: "Start timer" }).press("Enter");
    await hasFocus(page, "Project");
    await page.getByText("The customer’s projects come first.").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("option").first().waitFor();
    assert.deepEqual(
      (await page.getByRole("option").allTextContents()).map((text) => text.replace("Zenith", "")),
      ["Shop", "Website", "Of nobody"],
    );
    await page.keyboard.press("Escape");
    const none = await acme.team.call("customers_create", { name: "New", email: "n@new.example" });
    await page.goto(`${acme.served.origin}/customers/${none.id}`);
    await page.getByText("None tracked yet").waitFor();
    await page.getByRole("link", { name: "New project" }).press("Enter");
    await page.getByRole("dialog", { name: "New project" }).waitFor();
    await page.waitForFunction(
      () =>
        Object(globalThis).document.querySelector("[role=dialog] [role=combobox]").value === "New",
    );
    await page.goto(`${acme.served.origin}/customers/${none.id}`);
    await page.getByRole("link", { name: "Start timer" }).press("Enter");
    await page.getByText("This customer has no project in progress.").waitFor();
    await hasFocus(page, "Project");
    await inspect(page, "time-for-new-customer");
    await page.keyboard.type("First steps");
    await page.getByRole("option", { name: "Create “First steps”" }).waitFor();
    await press(page, "Enter");
    await page.waitForFunction(
      () => Object(globalThis).document.activeElement.value === "First steps",
    );
    await tabTo(page, "Switch to this");
    await press(page, "Enter");
    await page.getByText("The timer runs on First steps.", { exact: false }).waitFor();
    const made = await acme.team.rows("tracker_list_projects", { customer_id: none.id });
    assert.deepEqual(
      made.map(({ name }) => name),
      ["First steps"],
    );
  });

  test("a customer is added from the palette, on any page", async () => {
    await page.goto(`${acme.served.origin}/activity`);
    // The first paint has the page's title before the app takes keys.
    await page.getByRole("button", { name: /^Search/ }).waitFor();
    await page.keyboard.press("Control+k");
    await hasFocus(page, "Page, action or name of a record");
    await page.keyboard.type("new customer");
    await page.getByRole("option", { name: "New customer…" }).waitFor();
    await press(page, "Enter");
    await page.getByRole("dialog", { name: "New customer" }).waitFor();
    await hasFocus(page, "Name");
    await page.keyboard.type("Palette Ltd");
    await press(page, "Tab");
    await page.keyboard.type("p@palette.example");
    await press(page, "Enter");
    await page.getByRole("heading", { level: 1, name: "Palette Ltd" }).waitFor();
    const found = async () => (await acme.team.call("customers_list", { name: "Palette" })).items;
    assert.equal((await found()).length, 1);
    await page.getByText("Palette Ltd is added.").first().waitFor();
    await page.keyboard.press("F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await page.getByText("Undone.").first().waitFor();
    await page.waitForURL(/\/customers$/);
    await page.getByRole("link", { name: "Palette Ltd" }).waitFor({ state: "detached" });
    assert.deepEqual(await found(), []);
  });

  test("an address of no customer says so", async () => {
    await page.goto(`${acme.served.origin}/customers/0198c5a0-7e57-7000-8000-000000000000`);
    await page.getByRole("heading", { level: 1, name: "Page not found" }).waitFor();
    // The timer that runs since then stands before the page's name.
    await until(async () => (await page.title()).includes("Page not found"));
    await inspect(page, "customer-not-found");
    await page.getByRole("button", { name: "Search by name" }).click();
    await page.getByRole("combobox", { name: "Page, action or name of a record" }).waitFor();
  });

  test("every field can be filled in for a new customer, and stands on its page", async () => {
    const values = valuesFor(CUSTOMER_FIELDS);
    await page.goto(new URL("/customers", page.url()).href);
    await page.getByRole("button", { name: "New customer" }).press("Enter");
    await page.getByRole("button", { name: "More fields" }).press("Enter");
    await page.getByRole("button", { name: "Add address lines" }).press("Enter");
    const fields = Object.entries<RecordField>(CUSTOMER_FIELDS);
    for (const [name, { kind, label }] of fields) {
      const control = page
        .getByRole("dialog")
        .getByLabel(new RegExp(`^${label}( \\(optional\\))?$`));
      const value = String(values[name]);
      if (kind === "currency") await control.selectOption(value);
      else if (kind === "country") await control.selectOption({ label: value });
      else if (kind !== "country code") await control.fill(value);
    }
    await page.getByRole("button", { name: "Add the customer" }).press("Enter");
    await page.getByRole("heading", { level: 1, name: String(values["name"]) }).waitFor();
    const id = page.url().split("/").at(-1);
    assert.partialDeepStrictEqual(await acme.team.call("customers_get", { id }), values);
    for (const [name, { kind, label }] of fields) {
      if (kind === "country code") continue;
      const value = kind === "days" ? `${values[name]} days` : String(values[name]);
      const edit = `Edit ${lowered(label)}, ${value.replaceAll(/\s+/g, " ")}`;
      await page.getByRole("button", { name: edit }).waitFor();
    }
  });
});
