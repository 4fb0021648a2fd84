import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { tools } from "../../src/mcp/registry.ts";
import { PASSWORD } from "../oauth.ts";
import { allRows } from "../rows.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { hasFocus, press, tabTo } from "./focus.ts";
import { inspectReflow } from "./reflow.ts";
import { inspect } from "./visit.ts";

const HOUR_MS = 60 * 60 * 1000;
const DELETING = tools
  .filter(({ tier }) => tier === "destructive")
  .map(({ name }) => name)
  .toSorted();

const AI = "/settings/ai";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

describe("a person lets assistants delete, and stops them", { skip }, () => {
  let acme: Acme;
  let page: Page;

  before(async () => {
    acme = await Acme.open(AI);
    page = acme.olga.page;
    // A password's confirmation lasts ten minutes.
    acme.world.pass(HOUR_MS);
    await page.reload();
  });

  after(async () => {
    await acme?.close();
  });

  test("the switch is off at first, and what it blocks is named", async () => {
    await page.getByText("Off: no assistant can delete anything.").waitFor();
    assert.equal(await page.getByRole("switch").isChecked(), false);
    await page.getByText("Blocked for all assistants").waitFor();
    await page.getByRole("heading", { name: `Deletes, ${DELETING.length} tools` }).waitFor();
    await lists("Tools that delete", "tags_delete");
    await inspect(page, "ai-off");
    for (const [title, caption, tool] of [
      ["Changes", "Tools that change", "customers_create"],
      ["Reads", "Tools that read", "customers_list"],
    ] as const) {
      assert.equal(await page.getByRole("table", { name: caption }).count(), 0);
      await page.getByRole("heading", { name: new RegExp(`^${title}, \\d+ tools$`) }).click();
      await lists(caption, tool);
    }
    await inspect(page, "ai-tools");
    await inspectReflow(page, "ai-tools");
  });

  test("turning it on asks first: Cancel has the focus, and Tab stays in the dialog", async () => {
    await tabTo(page, "Let assistants delete");
    await page.keyboard.press("Space");
    const dialog = asked();
    await dialog.waitFor();
    await hasFocus(page, "Cancel");
    const gaining = dialog.getByRole("list", { name: "Keys and apps that can then delete" });
    await dialog.getByRole("heading", { name: "1 key can then delete" }).waitFor();
    const [one] = await gaining.getByRole("listitem").allInnerTexts();
    assert.match(one ?? "", /^Test key\s+API key svc_….{4}\s+Held by you$/);
    await dialog
      .getByRole("heading", { name: `Each gets these ${DELETING.length} tools` })
      .waitFor();
    const listed = dialog.getByRole("list", { name: "Tools that delete" });
    assert.equal(await listed.getByRole("listitem").count(), DELETING.length);
    for (const tool of [
      "Delete category",
      "Delete customer",
      "Delete tag",
      "Delete time entry",
      "Delete transaction",
    ])
      await dialog.getByText(tool, { exact: true }).waitFor();
    for (const key of ["Tab", "Shift+Tab"])
      for (let count = 0; count < 12; count += 1) {
        await press(page, key);
        assert.ok(await page.evaluate("document.activeElement.closest('[role=dialog]') !== null"));
      }
    await inspect(page, "ai-turn-on");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await hasFocus(page, "Let assistants delete");
    assert.deepEqual(await deletingTools(), []);
  });

  test("a wrong password leaves the dialog open, and the switch off", async () => {
    await page.keyboard.press("Space");
    await tabTo(page, "How long");
    await tabTo(page, "Your password");
    assert.equal(await autocompletes(), "current-password");
    const before = await allRows(acme.world.database.reader, acme.team.id);
    await page.keyboard.type("something else");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    assert.equal(await asked().count(), 1);
    assert.deepEqual(await allRows(acme.world.database.reader, acme.team.id), before);
    assert.deepEqual(await deletingTools(), []);
    await inspect(page, "ai-turn-on-refused");
    await inspectReflow(page, "ai-turn-on-refused");
  });

  test("a limit of deletions is offered with 25, and is none unless it is chosen", async () => {
    const offered = asked().getByRole("checkbox", { name: /^Set a limit for assistants/ });
    assert.equal(await offered.isChecked(), false);
    await offered.check();
    const number = asked().getByLabel(/^Deletions an hour/);
    assert.equal(await number.inputValue(), "25");
    // Above the buttons of the dialog, which cover what lies behind them.
    const [field, button] = await Promise.all([
      number.boundingBox(),
      asked().getByRole("button", { name: "Let them delete" }).boundingBox(),
    ]);
    assert.ok(field !== null && button !== null && field.y + field.height <= button.y);
    await inspect(page, "ai-turn-on-limit");
  });

  test("on, keys with All can delete, and every page says until when", async () => {
    await page.getByLabel("Your password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Let them delete" }).click();
    await asked().waitFor({ state: "detached" });
    assert.deepEqual(await deletingTools(), DELETING);
    const until = "until 21 Nov 2026, 11:00";
    await page
      .getByText(`Every key or app with full access can delete ${until}. Change it`)
      .waitFor();
    await page.getByText("On until 21 Nov 2026, 11:00, then it turns itself off").waitFor();
    await page.getByText("At most 25 deletions an hour by all of them together.").waitFor();
    await says("Test key", "Reads, changes and deletes");
    await lists("Tools that delete", "tags_delete");
    assert.equal(await page.getByText("Blocked for all assistants").count(), 0);
    await inspect(page, "ai-on");
    await page.getByRole("link", { name: "Home", exact: true }).first().click();
    await page.getByText(`${until}. Change it`).waitFor();
    await page.goBack();
  });

  test("it goes off by itself when that is over", async () => {
    acme.world.pass(HOUR_MS);
    assert.deepEqual(await deletingTools(), []);
    await page.reload();
    await page.getByText("Off: no assistant can delete anything").waitFor();
    assert.equal(await page.getByText("can delete until").count(), 0);
  });

  test("until it is turned off, it stays on; off is instant, and on again needs no password for a while", async () => {
    await page.getByRole("switch").click();
    await page.getByLabel("How long").selectOption("Until I turn it off");
    await page.getByLabel("Your password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Let them delete" }).click();
    await page.getByText("On until someone turns it off").waitFor();
    assert.deepEqual(await deletingTools(), DELETING);
    await page.getByRole("switch").click();
    await page.getByText("Tools that delete are off. No assistant can delete.").waitFor();
    assert.deepEqual(await deletingTools(), []);
    await page.getByText("Off: no assistant can delete anything").waitFor();
    await page.getByRole("switch").click();
    await asked().waitFor();
    assert.equal(await page.getByLabel("Your password", { exact: true }).count(), 0);
    await page.getByRole("button", { name: "Cancel" }).click();
  });

  test("a limit is lowered at once, and is raised and removed with the password", async () => {
    acme.world.pass(HOUR_MS);
    await page.reload();
    const dialog = page.getByRole("dialog", { name: "Limit of deletions" });
    const perHour = dialog.getByLabel(/^Deletions an hour/);
    const password = dialog.getByLabel("Your password", { exact: true });
    const save = dialog.getByRole("button", { name: "Save the limit" });
    const change = page.getByRole("button", { name: "Change the limit" });
    const said = (words: string) =>
      page.getByRole("region", { name: "Limit of deletions" }).getByText(words).waitFor();
    await change.click();
    await perHour.fill("10");
    assert.equal(await password.count(), 0);
    await save.click();
    await said("At most 10 deletions an hour");
    await hasFocus(page, "Change the limit");
    // Events of one moment have no order.
    acme.world.pass(1000);
    await change.click();
    await perHour.fill("11");
    await password.waitFor();
    await inspect(page, "ai-limit");
    await dialog.getByRole("checkbox").uncheck();
    await password.fill(PASSWORD);
    await save.click();
    await said("No limit");
    const changes = (await acme.team.journalOf("PUT /api/teams/:team/deletion-limit")).flatMap(
      ({ changes }) => changes.map(({ after }) => after),
    );
    assert.deepEqual(changes, [{ deletions_per_hour: 10 }, { deletions_per_hour: null }]);
  });

  test("members are told who may turn it, and no address opens the dialog for them", async () => {
    const mia = await acme.team.member("member");
    const other = await acme.elsewhere();
    await acme.signIn(other, mia, `${AI}?open=deleting`);
    await other.getByText("Only an owner or admin of the team can turn this").waitFor();
    assert.ok(await other.getByRole("switch").isDisabled());
    assert.equal(await other.getByRole("dialog").count(), 0);
    await other.getByText("Your own keys and apps").waitFor();
    assert.equal(await other.getByRole("button", { name: "Change the limit" }).count(), 0);
    await inspect(other, "ai-member");
  });

  test("the journal has who turned it on and off", async () => {
    const turns = await acme.team.journalOf("PUT /api/teams/:team/destructive");
    assert.deepEqual(
      turns.map(({ actor_id }) => actor_id),
      Array.from({ length: 3 }, () => acme.team.userId),
    );
  });

  test("no page broke its content policy, threw, or asked another host for anything", () => {
    assert.deepEqual(acme.olga.offences, []);
  });

  function asked() {
    return page.getByRole("dialog", { name: "Let assistants delete?" });
  }

  /** Tools that delete, as listed for a key with All. */
  async function deletingTools(): Promise<readonly string[]> {
    const { result } = (await (await acme.team.rpc("tools/list")).json()) as any;
    const names: string[] = result.tools.map(({ name }: { name: string }) => name);
    return names.filter((name) => DELETING.includes(name)).toSorted();
  }

  async function says(row: string, words: string): Promise<void> {
    await page.getByRole("row").filter({ hasText: row }).getByText(words).first().waitFor();
  }

  async function lists(table: string, tool: string): Promise<void> {
    await page
      .getByRole("table", { name: table })
      .getByRole("row")
      .filter({ hasText: tool })
      .waitFor();
  }

  async function autocompletes(): Promise<unknown> {
    return page.evaluate("document.activeElement.autocomplete");
  }
});
