import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { folderForTests, processes, type Server } from "../server.ts";
import { type Assistant, connectAssistant } from "./assistant.ts";
import { CHROMIUM } from "./chromium.ts";
import { tabTo } from "./focus.ts";
import { inspectReflow } from "./reflow.ts";
import { admin, buildWebApp, setUp } from "./set-up.ts";
import { inspect, visit, type Visit } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";
const { serve, run } = processes();
const folder = await folderForTests();
const environment = { DATABASE_URL: `sqlite:${folder}/activity.db` };

describe("a person sees what an assistant did, and takes it back", { skip }, () => {
  let server: Server;
  let olga: Visit;
  let page: Page;
  let assistant: Assistant;
  let acmeId = "";

  before(async () => {
    buildWebApp();
    server = await serve(environment);
    olga = await visit(`http://localhost:${server.port}`);
    page = olga.page;
    await setUp(page, server);
    assistant = await connectAssistant({ run, environment, server }, "Laptop");
  });

  after(async () => {
    await assistant?.close();
    await olga?.close();
  });

  test("what an assistant changed is told in a sentence, under the day on which it was", async () => {
    const acme = { name: "Acme", email: "anna@acme.example", phone: "030 1234567" };
    acmeId = (await assistant.call("customers_create", acme)).id;
    const change = { email: "new@acme.example", phone: null, vatNumber: "DE123456789" };
    await assistant.call("customers_update", { id: acmeId, ...change });
    await open();
    await page.getByRole("heading", { level: 2, name: /^Today, / }).waitFor();
    for (const sentence of [
      /^Select \d\d:\d\d journey, for Olga Owner, set e-mail of Acme from anna@acme.example to new@acme.example, cleared phone \(was 030 1234567\), and 1 more$/,
      /^Select \d\d:\d\d journey, for Olga Owner, added the customer Acme$/,
      /^Select \d\d:\d\d A command on the server created the API key Laptop$/,
      /^Select \d\d:\d\d Somebody with the set-up link set up this server with the team/,
    ])
      await page.getByRole("row", { name: sentence }).waitFor();
    await inspect(page, "activity-filled");
  });

  test("a row opens to what was added, removed and changed, in words, and Back closes it", async () => {
    await open();
    await row(/set e-mail of Acme/).click();
    await page.waitForURL(/\/activity\?event=[\da-f-]{36}$/);
    await page.getByRole("heading", { level: 3, name: "Changed the customer Acme" }).waitFor();
    assert.deepEqual(await lines(), [
      "E-mail Was anna@acme.example Is now new@acme.example",
      "Phone Removed 030 1234567",
      "VAT number Added DE123456789",
    ]);
    await inspect(page, "activity-open");
    await inspectReflow(page, "activity-open");
    await page.goBack();
    await page.getByRole("heading", { level: 3 }).waitFor({ state: "detached" });
    assert.equal(new URL(page.url()).search, "");
    await untilFocused(/journey, for Olga Owner, set e-mail of Acme/);
    await row(/set e-mail of Acme/).click();
    await page.getByRole("heading", { level: 3 }).waitFor();
    await row(/set e-mail of Acme/).click();
    await page.getByRole("heading", { level: 3 }).waitFor({ state: "detached" });
    await page.goForward();
    await page.getByRole("heading", { level: 3, name: "Changed the customer Acme" }).waitFor();
  });

  test("a change is undone by keyboard alone, for good, and the two events lead to each other", async () => {
    await open();
    await row(/ set e-mail of Acme/).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Undo this change" }).waitFor();
    await tabTo(page, "Undo this change");
    await page.keyboard.press("Enter");
    await page.getByText("Undone.").waitFor();
    await untilFocused(/^Show what undid it$/);
    const { email, phone, vatNumber } = await assistant.call("customers_get", { id: acmeId });
    assert.deepEqual([email, phone, vatNumber], ["anna@acme.example", "030 1234567", null]);
    await inspect(page, "activity-undone");

    await page.keyboard.press("Enter");
    await page.getByText("This undid an earlier change.").waitFor();
    await untilFocused(/^Olga Owner undid a change: set e-mail of Acme from new@acme/);
    assert.deepEqual(await lines(), [
      "E-mail Was new@acme.example Is now anna@acme.example",
      "Phone Added 030 1234567",
      "VAT number Removed DE123456789",
    ]);
    await tabTo(page, "Show what was undone");
    await page.keyboard.press("Enter");
    await untilFocused(/^journey, for Olga Owner, set e-mail of Acme/);
    await page.goBack();
    await page.getByRole("heading", { level: 3 }).waitFor({ state: "detached" });
  });

  test("what was undone by mistake is undone in turn from the toast's event", async () => {
    await open();
    await row(/undid a change: set e-mail of Acme/).click();
    await page.getByRole("button", { name: "Undo this change" }).click();
    await page.getByText("Undone.").waitFor();
    await page.keyboard.press("F6");
    await page.getByRole("button", { name: "Show the undo" }).click();
    await page.getByText("This undid an earlier change.").waitFor();
    const { email } = await assistant.call("customers_get", { id: acmeId });
    assert.equal(email, "new@acme.example");
  });

  test("a deletion folds what went with it, can be read, and comes back whole", async () => {
    await admin(run, environment, "team:set", "--destructive-ai-tools", "on");
    const { id } = await assistant.call("customers_create", {
      name: "Globex",
      email: "g@g.example",
    });
    for (const name of ["Relaunch", "Support", "Audit"])
      await admin(run, environment, "project:create", "--name", name, "--customer", id);
    await assistant.call("customers_delete", { id });
    assert.equal((await assistant.call("customers_list", { name: "Globex" })).items.length, 0);
    await open();
    await page.getByRole("row", { name: /with 3 more changes Removed$/ }).waitFor();
    await row(/deleted the customer Globex, with 3 more changes$/).click();
    await page.getByRole("heading", { level: 3, name: "Removed the customer Globex" }).waitFor();
    assert.deepEqual((await lines()).slice(0, 2), ["Name Globex", "E-mail g@g.example"]);
    await page.getByText("Removed 3 projects").click();
    await page.getByRole("heading", { level: 3, name: "Removed the project Audit" }).waitFor();
    await inspect(page, "activity-deleted");
    await inspectReflow(page, "activity-deleted");
    await page.getByRole("button", { name: "Undo this change" }).click();
    await page.getByText("Undone.").waitFor();
    const back = await assistant.call("customers_get", { id });
    assert.deepEqual([back.name, back.project_count], ["Globex", 3]);
  });

  test("what has changed since stays, and both values are told", async () => {
    const { id } = await assistant.call("customers_create", {
      name: "Initech",
      email: "a@i.example",
    });
    await assistant.call("customers_update", { id, email: "b@i.example" });
    await open();
    await row(/set e-mail of Initech/).click();
    await page.getByRole("button", { name: "Undo this change" }).waitFor();
    await assistant.call("customers_update", { id, email: "c@i.example", note: "Kept" });
    await page.getByRole("button", { name: "Undo this change" }).click();
    const problem = page.getByRole("alert");
    await problem.getByText("b@i.example").waitFor();
    await problem.getByText("c@i.example").waitFor();
    await inspect(page, "activity-conflict");
    const { email, note } = await assistant.call("customers_get", { id });
    assert.deepEqual([email, note], ["c@i.example", "Kept"]);
  });

  test("what cannot be undone says why not", async () => {
    await open();
    await row(/created the API key Laptop$/).click();
    await page.getByText("Why not?").click();
    await page.getByText(/API keys is not undone: a revoked key .*; revoke the key/).waitFor();
    assert.equal(await page.getByRole("button", { name: "Undo this change" }).count(), 0);
    await inspect(page, "activity-why-not");
  });

  test("an attempt that was refused is told with the reason", async () => {
    await admin(run, environment, "team:set", "--destructive-ai-tools", "off");
    await assistant.refused("customers_delete", { id: acmeId });
    await open();
    await page
      .getByRole("row", { name: /refused because deleting was not allowed Refused$/ })
      .waitFor();
    await row(/tried to delete a customer; refused because deleting was not allowed$/).click();
    await page.getByText("Nothing was changed.").waitFor();
  });

  test("no page broke its content policy, threw, or asked another host for anything", () => {
    assert.deepEqual(olga.offences, []);
  });

  async function open(search = ""): Promise<void> {
    await page.goto(`http://localhost:${server.port}/activity${search}`);
    await page.getByRole("heading", { level: 2 }).first().waitFor();
  }

  async function untilFocused(words: RegExp): Promise<void> {
    await page.locator(":focus").filter({ hasText: words }).waitFor();
  }

  function row(name: RegExp) {
    return page.getByRole("grid").getByRole("link", { name });
  }

  /** Visible lines of the open event. */
  async function lines(): Promise<readonly string[]> {
    const all = await page.locator("dl > div").allInnerTexts();
    return all.map((text) => text.replaceAll(/\s+/g, " ").trim());
  }
});
