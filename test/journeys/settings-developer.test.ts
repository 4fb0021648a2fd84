import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { createKey, type NewKey, revokeKey } from "../../src/accounts/api-keys.ts";
import type { Team } from "../app.ts";
import { App, statusOf } from "../oauth.ts";
import { allRows } from "../rows.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { hasFocus } from "./focus.ts";
import { inspectReflow } from "./reflow.ts";
import { inspect } from "./visit.ts";

const LONG = "Ein sehr langer Name, den jemand gewählt hat, ohne an die Spalte zu denken";

const DEVELOPER = "/settings/developer";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

describe("a person keeps API keys and connected apps", { skip }, () => {
  let acme: Acme;
  let mia: Team;
  let page: Page;

  before(async () => {
    acme = await Acme.open(DEVELOPER);
    page = acme.olga.page;
    mia = await acme.team.member("member", { name: "Mia Member" });
  });

  after(async () => {
    await acme?.close();
  });

  test("without a key it is said what one is for, and where assistants connect without", async () => {
    const newcomer = await acme.world.team();
    await acme.world.database.begin((db) =>
      db.deleteFrom("api_keys").where("team_id", "=", newcomer.id).execute(),
    );
    const other = await acme.elsewhere();
    await acme.signIn(other, newcomer, DEVELOPER);
    await other.getByText("No API keys yet").waitFor();
    await other.getByText("No app is connected").waitFor();
    await inspect(other, "developer-empty");
    await other.getByRole("link", { name: "Connect an assistant" }).first().click();
    await other.waitForURL(/\/connect$/);
  });

  test("a key that is used no more, ends soon or has ended says so in words", async () => {
    await mint("2026-07-01T09:00:00.000Z", { name: "Forgotten" });
    await mint("2026-10-01T09:00:00.000Z", { name: LONG, expiresAt: "2026-11-30T12:00:00.000Z" });
    await mint("2026-08-01T09:00:00.000Z", {
      name: "Over",
      preset: "restricted",
      scopes: ["tags.write", "customers.read"],
      expiresAt: "2026-11-01T09:00:00.000Z",
    });
    await revokeKey(
      { ...acme.team.auditContext, now: acme.world.now },
      await mint("2026-09-01T09:00:00.000Z", { name: "Leaked" }),
    );
    await page.reload();
    await says("Forgotten", "Made 143 days ago, never used", "No expiry");
    await says(LONG, "Ends in 9 days");
    assert.equal(await page.getByText("Leaked").count(), 0);
    await page.getByRole("button", { name: "Show 2 ended keys" }).click();
    await says("Over", "Restricted, 2 scopes", "Expired 20 days ago");
    await says("Leaked", "Revoked just now");
    await inspect(page, "developer");
    await inspectReflow(page, "developer");
    await page.goBack();
    await page.getByRole("button", { name: "Show 2 ended keys" }).waitFor();
  });

  test("what is refused stays as it was typed, and makes no key", async () => {
    await page.getByRole("button", { name: "Make an API key" }).click();
    await inspect(page, "developer-new-key");
    await page.getByRole("radio", { name: "Restricted" }).check();
    assert.equal(await page.getByRole("table", { name: "Scopes by resource" }).count(), 0);
    await page.getByLabel("Expires after").selectOption("No expiry");
    await page.getByText("it works until someone revokes it").waitFor();
    const before = await allRows(acme.world.database.reader);
    await page.getByRole("button", { name: "Make the key" }).click();
    await page.getByRole("alert").waitFor();
    assert.ok(await page.getByRole("radio", { name: "Restricted" }).isChecked());
    assert.equal(await page.getByLabel("Expires after").inputValue(), "none");
    await inspect(page, "developer-new-key-refused");
    await inspectReflow(page, "developer-new-key-refused");
    await page.getByLabel("Name", { exact: true }).fill("Tag script");
    await page.getByRole("button", { name: "Make the key" }).click();
    await page.getByText("A restricted key needs at least one scope").first().waitFor();
    assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "Tag script");
    assert.deepEqual(await allRows(acme.world.database.reader), before);
  });

  test("the key is made when that is mended, and the command beside it works when it is pasted", async () => {
    await page.getByRole("radio", { name: "Read and change" }).check();
    await page.getByText("Advanced: choose single scopes").click();
    assert.ok(await page.getByLabel("Tags: Create and change tags").isChecked());
    await inspect(page, "developer-new-key-scopes");
    await page.getByRole("button", { name: "Set all to None" }).click();
    assert.equal(await page.getByRole("radio", { name: "Read and change" }).isChecked(), false);
    await page.getByLabel("Tags: Create and change tags").check();
    assert.ok(await page.getByRole("radio", { name: "Read and change" }).isChecked());
    await page.getByRole("button", { name: "Make the key" }).click();
    await page.getByRole("dialog", { name: "Save the key now" }).waitFor();
    await page.getByRole("button", { name: "Copy key" }).waitFor();
    await inspect(page, "developer-secret");
    await inspectReflow(page, "developer-secret");
    await acme.team.call("customers_create", { name: "Anna", email: "anna@acme.example" });
    const command = (await page.getByLabel("Command").textContent()) ?? "";
    const { stdout } = await promisify(execFile)("sh", ["-c", command]);
    assert.equal(JSON.parse(stdout).result.structuredContent.items[0].name, "Anna");
    await page.getByRole("button", { name: "I have saved it" }).click();
    await says("Tag script", "Restricted, 1 scope", "Reads and changes", "No expiry");
  });

  test("a rotated key works beside its successor for as long as was chosen", async () => {
    await choose("Tag script", "Rotate…");
    await inspect(page, "developer-rotate");
    await page.getByRole("button", { name: "Rotate the key" }).click();
    await page.getByText("works until 22 Nov 2026, 09:00.").waitFor();
    await page.getByRole("button", { name: "I have saved it" }).click();
    await says("Tag script", "Replaced by svc_…");
  });

  test("a link leads to the dialog of a key, and closing it stays on the page", async () => {
    const { id } = await acme.world.database.reader
      .selectFrom("api_keys")
      .select("id")
      .where("name", "=", "Forgotten")
      .executeTakeFirstOrThrow();
    await page.goto(`${acme.served.origin}${DEVELOPER}?open=revoke&id=${id}`);
    await page.getByText("It was never used").waitFor();
    await inspect(page, "developer-revoke");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.equal(page.url(), acme.served.origin + DEVELOPER);
    await hasFocus(page, /^Actions for Forgotten/);
  });

  test("a key's row leads to what it did", async () => {
    await choose("Forgotten", "See its activity");
    await page.waitForURL(/\/activity\?credential=key%3A[-0-9a-f]{36}$/);
    await page.goBack();
  });

  test("an app says where it answers and what it may do, and is shut out when it is disconnected", async () => {
    const app = await App.register(
      acme.world,
      "https://client.example/callback",
      "Ledger Assistant",
    );
    const tokens = await app.connect(mia, { scope: "customers.read" });
    await page.reload();
    const item = page.getByRole("listitem").filter({ hasText: "Ledger Assistant" });
    await item.getByText("Unverified").waitFor();
    await item.getByText("Redirects to client.example").waitFor();
    await item.getByText("Connected by Mia Member").waitFor();
    await item.getByText("Reads, by 1 scope").click();
    await item.getByText("See customers").waitFor();
    await inspect(page, "developer-app");
    await page.getByRole("button", { name: "Disconnect… Ledger Assistant" }).click();
    await inspect(page, "developer-disconnect");
    await page.getByRole("button", { name: "Disconnect the app" }).click();
    await page.getByText("Ledger Assistant is disconnected.").waitFor();
    assert.equal(await statusOf(acme.team, tokens.access_token), 401);
    await hasFocus(page, "Connected apps");
  });

  test("members see their own keys alone, and why theirs stop short of All", async () => {
    const other = await acme.elsewhere();
    await acme.signIn(other, mia, DEVELOPER);
    await other.goto(`${acme.served.origin}${DEVELOPER}?open=new-key`);
    await other.getByText("Members’ keys cannot have All in this team.").waitFor();
    assert.ok(await other.getByRole("radio", { name: "All" }).isDisabled());
    await inspect(other, "developer-member-new-key");
    await other.keyboard.press("Escape");
    await other.getByText("Your own keys.").waitFor();
    assert.equal(await other.getByRole("row").count(), 2);
  });

  test("no page broke its content policy, threw, or asked another host for anything", () => {
    assert.deepEqual(acme.olga.offences, []);
  });

  async function mint(now: string, key: Pick<NewKey, "name"> & Partial<NewKey>): Promise<string> {
    const newKey = { userId: acme.team.userId, preset: "read", ...key } as const;
    return (await createKey({ ...acme.team.auditContext, now }, newKey)).id;
  }

  async function says(key: string, ...words: readonly string[]): Promise<void> {
    for (const text of words)
      await page.getByRole("row").filter({ hasText: key }).getByText(text).first().waitFor();
  }

  async function choose(key: string, item: string): Promise<void> {
    await page
      .getByRole("button", { name: `Actions for ${key}` })
      .first()
      .click();
    await page.getByRole("menuitem", { name: item }).click();
  }
});
