import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { addAccount } from "../bank-accounts.ts";
import { allRows } from "../rows.ts";
import { addProject } from "../tracker.ts";
import { addTransaction } from "../transactions.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { hasFocus } from "./focus.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

describe("a person is asked before something is deleted", { skip }, () => {
  let acme: Acme;
  let page: Page;
  /** Addresses of the dialogs that delete, by the kind of record. */
  let dialogs: Readonly<Record<string, string>>;

  before(async () => {
    acme = await Acme.open("/");
    page = acme.olga.page;
    const { team } = acme;
    const made = async (tool: string, input: object) => (await team.call(tool, input)).id;
    const account = await addAccount(team);
    const mia = await team.member("member");
    dialogs = {
      customer: `/customers/${await made("customers_create", { name: "Zenith", email: "a@b.example" })}?open=delete`,
      tag: `/customers/tags?open=delete&id=${await made("tags_create", { name: "Old" })}`,
      project: `/projects/${await addProject(team)}?open=delete`,
      account: `/settings/accounts?open=delete&id=${await addAccount(team, { name: "Cash", number: null })}`,
      category: `/settings/categories?open=delete&id=${await made("categories_create", { name: "Fairs" })}`,
      transaction: `/transactions/${(await addTransaction(team, account)).id}`,
      member: `/settings/team?open=remove&id=${mia.userId}`,
    };
  });

  after(async () => {
    await acme?.close();
  });

  for (const record of [
    "customer",
    "tag",
    "project",
    "account",
    "category",
    "transaction",
    "member",
  ])
    test(`the dialog begins on Cancel, which deletes nothing: ${record}`, async () => {
      await page.goto(acme.served.origin + (dialogs[record] ?? ""));
      // The sheet of a transaction keeps its dialog out of the address.
      if (record === "transaction") await page.getByRole("button", { name: "Delete…" }).click();
      const dialog = page.getByRole("dialog", { name: /\?$/ });
      await dialog.waitFor();
      await hasFocus(page, "Cancel");
      const before = await allRows(acme.world.database.reader, acme.team.id);
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "detached" });
      assert.deepEqual(await allRows(acme.world.database.reader, acme.team.id), before);
    });
});
