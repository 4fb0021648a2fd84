import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { PAGES } from "../../src/shared/pages.ts";
import { SETTINGS } from "../../src/shared/settings-pages.ts";
import { addDraft, sent, setInvoices } from "../invoices.ts";
import { Receipts } from "../receipts.ts";
import { addRule } from "../rules.ts";
import { addEntry, addProject } from "../tracker.ts";
import { Books } from "../transactions.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { resize } from "./redrawn.ts";
import { spokenOf } from "./spoken.ts";
import { assertNamesSeen, WIDTHS } from "./widths.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";
/** Roles that say nothing without a name. */
const NAMED = new Set(
  "alertdialog button checkbox combobox dialog grid heading link listbox menuitem navigation radio region searchbox spinbutton switch tab table textbox".split(
    " ",
  ),
);
/** Leads to the list, where the transaction opens beside it: on phones alone, as a dialog. */
const LEADS_ON = "/transactions/$id";

describe("a screen reader finds its way on each page", { skip }, () => {
  let acme: Acme;
  let page: Page;
  /** Addresses of records. */
  let records: Readonly<Record<string, string>>;

  before(async () => {
    acme = await Acme.open("/customers");
    page = acme.olga.page;
    const { team } = acme;
    const { id: customer_id } = await team.call("customers_create", {
      name: "Zenith Instruments of Hamburg",
      email: "a@b.example",
    });
    await team.call("tags_create", { name: "Wholesale of instruments" });
    const euros = { billable: true, rate_minor: 9000, currency: "EUR" };
    const project_id = await addProject(team, {
      name: "Relaunch of the website",
      customer_id,
      ...euros,
    });
    await addEntry(team, { project_id, description: "Design" });
    const books = await Books.of(team);
    await books.add({ name: "Coworking Plagwitz", amount_minor: -5000 });
    await addRule(team, { name: "Coworking Plagwitz" });
    await setInvoices(team, { legal_name: "Acme" });
    const draft = await addDraft(team, { customer_id });
    const invoice = await addDraft(team, { customer_id });
    await sent(team, invoice);
    const receipts = await Receipts.of(team);
    const receipt = await receipts.add();
    const { document_id } = await receipts.get(receipt);
    records = {
      "/receipts/$id": `/receipts/${receipt}`,
      "/documents/$id": `/documents/${document_id}`,
      "/customers/$id": `/customers/${customer_id}`,
      "/invoices/$id": `/invoices/${invoice}`,
      "/invoices/$id/edit": `/invoices/${draft}/edit`,
      "/projects/$id": `/projects/${project_id}`,
      "/reports/$name": "/reports/profit-loss",
    };
  });

  after(async () => {
    assert.deepEqual(acme.olga.offences, []);
    await acme.close();
  });

  async function open(path: string): Promise<void> {
    await page.goto(acme.served.origin + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.locator("main:not(:has([aria-busy=true]))").waitFor();
  }

  const settings = SETTINGS.flatMap(({ pages }) => pages);
  const pages = PAGES.filter(({ to }) => to !== LEADS_ON);
  for (const { to } of [...pages, ...settings])
    test(`${to} has one title, landmarks, headings in order, names for all that is pressed or read as a table, and shows the names of rows at each width`, async () => {
      const path = records[to] ?? to;
      await open(path);
      for (const width of WIDTHS) {
        await resize(page, { width, height: 800 });
        const where = `${path}, ${width} px`;
        await assertNamesSeen(page, where);
        // The words are those of one of the two forms.
        if (width !== 1280 && width !== 360) continue;
        const all = await spokenOf(page.locator("body"));
        const main = await spokenOf(page.getByRole("main"));
        const count = (role: string) => all.filter((one) => one.role === role).length;
        assert.equal(count("main"), 1, where);
        assert.equal(count("banner"), 1, where);
        await page.getByRole("navigation", { name: "Pages", exact: true }).waitFor();
        const titles = all.filter(({ role, level }) => role === "heading" && level === 1);
        assert.equal(titles.length, 1, where);
        // Home greets in its title.
        const title = to === "/" ? "Home" : (titles[0]?.name?.slice(1, -1) ?? "");
        assert.ok((await page.title()).includes(title), `${where}: ${await page.title()}`);
        assert.deepEqual(
          all.filter(({ role, name }) => NAMED.has(role) && name === null),
          [],
          where,
        );
        for (const [index, { level }] of headings(main).entries()) {
          const above = headings(main)[index - 1]?.level ?? 0;
          assert.ok(
            (level ?? 0) <= above + 1,
            `${where}: a heading of level ${level} after ${above}`,
          );
        }
        for (const table of await page.locator("main :is(table, [role=grid])").all()) {
          if (!(await table.isVisible())) continue;
          const heads = (await spokenOf(table)).filter(({ role }) => role === "columnheader");
          assert.ok(heads.length > 1, `${where}: a table without heads`);
          assert.ok(
            heads.every(({ name }) => name !== null),
            `${where}: a head without a name`,
          );
        }
      }
      await resize(page, { width: 1280, height: 800 });
    });
});

function headings(spoken: Awaited<ReturnType<typeof spokenOf>>) {
  return spoken.filter(({ role }) => role === "heading");
}
