import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page, Route } from "playwright-core";
import { folderForTests, processes, type Server } from "../server.ts";
import { type Assistant, connectAssistant } from "./assistant.ts";
import { CHROMIUM } from "./chromium.ts";
import { tabTo } from "./focus.ts";
import { inspectReflow } from "./reflow.ts";
import { buildWebApp, setUp } from "./set-up.ts";
import { inspect, visit, type Visit } from "./visit.ts";

const UNDO = /\/undo$/;

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";
const { serve, run } = processes();
const folder = await folderForTests();
const environment = { DATABASE_URL: `sqlite:${folder}/activity-sessions.db` };

describe("a person takes back what an assistant did at one go", { skip }, () => {
  let server: Server;
  let olga: Visit;
  let page: Page;
  let assistant: Assistant;
  let other: Assistant;
  let acmeId = "";

  before(async () => {
    buildWebApp();
    server = await serve(environment);
    olga = await visit(`http://localhost:${server.port}`);
    page = olga.page;
    await setUp(page, server);
    assistant = await connectAssistant({ run, environment, server }, "Laptop");
    other = await connectAssistant({ run, environment, server }, "Desk");
    await assistant.call("tags_create", { name: "Alpha" });
    const acme = { name: "Acme", email: "anna@acme.example" };
    acmeId = (await assistant.call("customers_create", acme)).id;
    await assistant.call("tags_create", { name: "Beta" });
    await other.call("customers_update", { id: acmeId, email: "new@acme.example" });
  });

  after(async () => {
    await assistant?.close();
    await other?.close();
    await olga?.close();
  });

  test("its rows stand together between a line that names it and its sum", async () => {
    await open();
    await line(
      /^journey, for Olga Owner · \d\d:\d\d(–\d\d:\d\d)? · 3 changes Undo session/,
    ).waitFor();
    await line(/^3 changes$/).waitFor();
    assert.equal(await page.getByRole("button", { name: /^Undo session/ }).count(), 1);
    await inspect(page, "activity-session");
    await inspectReflow(page, "activity-session");
  });

  test("it is undone by keyboard alone, and what was changed since is left and named", async () => {
    await open();
    const button = page.getByRole("button", { name: /^Undo session/ });
    await button.waitFor();
    const name = (await button.textContent()) ?? "";
    await tabTo(page, name);
    await page.keyboard.press("Enter");
    await dialog(/^Undo 3 changes of journey, \d\d:\d\d/).waitFor();
    await page.getByText("added the tag Alpha").last().waitFor();
    await inspect(page, "activity-undo-session");
    await inspectReflow(page, "activity-undo-session");
    await tabTo(page, "Undo 3 changes");
    await page.keyboard.press("Enter");
    await dialog("2 of 3 changes undone").waitFor();
    await page.getByText('The customer "Acme" has changed since: E-mail').waitFor();
    assert.deepEqual(await tags(), []);
    const { email } = await assistant.call("customers_get", { id: acmeId });
    assert.equal(email, "new@acme.example");
    await inspect(page, "activity-undone-session");
    await tabTo(page, "Close");
    await page.keyboard.press("Enter");
    await line(/^3 changes, 2 undone$/).waitFor();
    await page.locator(":focus").filter({ hasText: "Undo session" }).waitFor();
    assert.equal(new URL(page.url()).search, "");
    await open();
    for (const name of ["Alpha", "Beta"])
      await line(new RegExp(`Olga Owner undid a change: .* the tag ${name}`)).waitFor();
  });

  test("closing the dialog midway stops it, and says how many were done", async () => {
    for (const name of ["Gamma", "Delta"]) await assistant.call("tags_create", { name });
    await open();
    const held = Promise.withResolvers<Route>();
    await page.route(UNDO, (route) => held.resolve(route), { times: 1 });
    await page
      .getByRole("button", { name: /^Undo session/ })
      .first()
      .click();
    await page.getByRole("button", { name: "Undo 3 changes" }).click();
    const route = await held.promise;
    await page.getByText("0 of 3 done.").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await dialog(/./).waitFor({ state: "detached" });
    await route.continue();
    await page.getByText("1 of 3 changes undone.").waitFor();
    assert.deepEqual(await tags(), ["Gamma"]);
  });

  test("the last hour of one key is undone from its filter", async () => {
    await open();
    assert.equal(await page.getByRole("button", { name: "Undo the last hour" }).count(), 0);
    await open(`?credential=key:${assistant.keyId}`);
    await page.getByRole("button", { name: "Undo the last hour" }).click();
    await page.getByText("3 changes were undone before.").waitFor();
    await inspect(page, "activity-undo-hour");
    await page.getByRole("button", { name: "Undo 2 changes" }).click();
    await dialog("1 of 2 changes undone").waitFor();
    assert.deepEqual(await tags(), []);
    await page.getByRole("button", { name: "Close" }).last().click();
    await page.locator(":focus").filter({ hasText: "Undo the last hour" }).waitFor();
  });

  test("no page broke its content policy, threw, or asked another host for anything", () => {
    assert.deepEqual(olga.offences, []);
  });

  async function open(search = ""): Promise<void> {
    await page.goto(`http://localhost:${server.port}/activity${search}`);
    await page.getByText("The newest first.").waitFor();
  }

  function line(name: RegExp) {
    return page.getByRole("row", { name });
  }

  function dialog(name: RegExp | string) {
    return page.getByRole("dialog", { name });
  }

  async function tags(): Promise<readonly string[]> {
    const { items } = await assistant.call("tags_list", {});
    return items.map(({ name }: { readonly name: string }) => name);
  }
});
