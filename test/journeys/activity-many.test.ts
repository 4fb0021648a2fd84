import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { record } from "../../src/activity/journal.ts";
import { transaction } from "../../src/db/transaction.ts";
import { until } from "../mcp.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { hasFocus, press } from "./focus.ts";
import { resize } from "./redrawn.ts";
import { inspect } from "./visit.ts";

const EVENTS = 650;
/** Lines that are in the document at most: the window, and eight on each side. */
const MOST_DRAWN = 60;

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

describe("a person works in a long list with the keyboard", { skip }, () => {
  let acme: Acme;
  let page: Page;

  before(async () => {
    acme = await Acme.open("/activity");
    page = acme.olga.page;
    const { team, world } = acme;
    const { id } = await team.call("customers_create", { name: "Finch", email: "f@f.example" });
    for (let number = 1; number < EVENTS; number += 1) {
      world.pass(1);
      const snapshots = { before: { phone: `${number - 1}` }, after: { phone: `${number}` } };
      const context = { ...team.auditContext, tool: "customers_update", now: world.now };
      await transaction(context, async (context) =>
        record(context, [{ type: "customer", id, ...snapshots }]),
      );
    }
    world.pass(1);
    await team.call("customers_update", { id, phone: "650" });
    await page.goto(`${acme.served.origin}/activity`);
    await untilCount(50);
  });

  after(() => acme?.close());

  test("of 650 loaded rows only those near the window are drawn, and all are counted", async () => {
    for (let count = 100; count <= EVENTS; count += 50) {
      await page.getByRole("button", { name: "Load more" }).click();
      await untilCount(count);
      await page
        .locator(":focus")
        .filter({ hasText: `to ${EVENTS - count + 50}` })
        .waitFor();
    }
    const drawn = await page.getByRole("row").count();
    assert.ok(drawn > 14 && drawn <= MOST_DRAWN, `${drawn} rows are drawn`);
    await page.getByText("50 more events, 650 in all.").waitFor({ state: "attached" });
    const index = await page.locator("tr:has(:focus)").getAttribute("aria-rowindex");
    assert.equal(Number(index), 1 + 1 + 601);
  });

  test("going back finds the rows where they were", async () => {
    await page.evaluate("scrollTo(0, 9000)");
    const seen = page.getByRole("link", { name: /from 4\d\d to 4\d\d$/ }).first();
    await seen.waitFor();
    const name = (await seen.textContent()) ?? "";
    const place = await seen.boundingBox();
    await page.getByRole("link", { name: "Connect" }).first().click();
    await page.getByRole("heading", { level: 1, name: "Connect" }).waitFor();
    await page.goBack();
    const again = page.getByRole("link", { name, exact: true });
    await again.waitFor();
    await until(async () => (await again.boundingBox())?.y === place?.y);
  });

  test("J, K and arrows move, Enter opens, the sheet steps on, and Esc returns to the row", async () => {
    // A page between: at the same address the browser keeps the number of loaded pages.
    await page.goto(`${acme.served.origin}/connect`);
    await page.goto(`${acme.served.origin}/activity`);
    await untilCount(50);
    await press(page, "j");
    await untilFocused(/ to 650$/);
    await press(page, "j");
    await untilFocused(/ to 649$/);
    await press(page, "ArrowDown");
    await press(page, "k");
    await untilFocused(/ to 649$/);
    await press(page, "End");
    await untilFocused(/ to 601$/);
    await press(page, "Home");
    await press(page, "Enter");
    await title(/to 650$/).waitFor();
    await untilFocused(/ to 650$/);
    await press(page, "j");
    await title(/to 649$/).waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await title(/to 648$/).waitFor();
    await inspect(page, "activity-sheet");
    await press(page, "Escape");
    await page.waitForURL(/\/activity$/);
    await untilFocused(/ to 648$/);
    assert.equal(await sheet().count(), 0);
  });

  test("U undoes the change of the row, and says why where it cannot", async () => {
    await press(page, "Home");
    await untilFocused(/ to 650$/);
    await press(page, "u");
    await page.getByText("Undone.").waitFor();
    await page.getByRole("row", { name: / to 650 Undone$/ }).waitFor();
    await press(page, "u");
    await page.getByText("This was undone before.").waitFor();
    await hasFocus(page, / to 650$/);
  });

  test("letters that are switched off, or are typed, do nothing", async () => {
    await page.evaluate("localStorage.setItem('single-keys', 'off')");
    await press(page, "j");
    await hasFocus(page, / to 650$/);
    await press(page, "ArrowDown");
    await untilFocused(/ to 649$/);
    await page.evaluate("localStorage.removeItem('single-keys')");
    await page.getByLabel("Person").focus();
    await press(page, "j");
    await hasFocus(page, "Person");
  });

  test("more rows that cannot be loaded offline say so, and are loaded later", async () => {
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Load more" }).click();
    await page.getByRole("alert").getByText("This device is offline.").waitFor();
    await inspect(page, "activity-offline");
    await page.context().setOffline(false);
    await page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
    // With the event of the undo above, which was put in front at once.
    await untilCount(101);
    await untilFocused(/ to 600$/);
  });

  test("on a narrow screen a row has two lines, and the open row fills the screen", async () => {
    await resize(page, { width: 360, height: 640 });
    const row = page.getByRole("row").filter({ has: page.locator(":focus") });
    const [time, sentence] = [row.getByRole("gridcell").first(), row.getByRole("link")];
    const [above, below] = [await time.boundingBox(), await sentence.boundingBox()];
    assert.ok((below?.y ?? 0) >= (above?.y ?? 0) + (above?.height ?? 0));
    await sentence.click();
    await sheet().waitFor();
    assert.deepEqual(await sheet().boundingBox(), {
      x: 0,
      y: 0,
      width: 360,
      height: 640,
    });
    await page.goBack();
    await sheet().waitFor({ state: "detached" });
    await untilFocused(/ to 600$/);
  });

  test("no page broke its content policy, threw, or asked another host for anything", () => {
    assert.deepEqual(acme.olga.offences, []);
  });

  async function untilCount(count: number): Promise<void> {
    await page.getByText(`The newest ${count} events.`).waitFor();
  }

  async function untilFocused(words: RegExp): Promise<void> {
    await page.locator(":focus").filter({ hasText: words }).waitFor();
  }

  /** The open row; a toast is a dialog too. */
  function sheet() {
    return page.getByRole("dialog").filter({ has: page.getByRole("button", { name: "Next" }) });
  }

  function title(name: RegExp) {
    return sheet().getByRole("heading", { level: 2, name });
  }
});
