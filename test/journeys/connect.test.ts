import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { folderForTests, processes, type Server } from "../server.ts";
import { CHROMIUM } from "./chromium.ts";
import { hasFocus } from "./focus.ts";
import { resize } from "./redrawn.ts";
import { inspectReflow } from "./reflow.ts";
import { admin, buildWebApp, OLGA, setUp } from "./set-up.ts";
import { inspect, visit, type Visit } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";
const { serve, run } = processes();
const folder = await folderForTests();
const environment = { DATABASE_URL: `sqlite:${folder}/connect.db` };

describe("a person connects an assistant", { skip }, () => {
  let server: Server;
  let origin = "";
  let olga: Visit;
  let page: Page;

  before(async () => {
    buildWebApp();
    server = await serve(environment);
    origin = `http://localhost:${server.port}`;
    olga = await visit(origin);
    page = olga.page;
    await setUp(page, server);
  });

  after(async () => {
    await olga?.close();
  });

  test("the choice of the assistant stands in the address, and Back takes it back", async () => {
    await page.goto(`${origin}/connect`);
    await chosen("Claude Code");
    await page.getByRole("tab", { name: "curl" }).click();
    await page.waitForURL(`${origin}/connect?client=curl`);
    await chosen("curl");
    await page.goBack();
    await chosen("Claude Code");
    await page.goto(`${origin}/connect?client=vs-code`);
    await chosen("VS Code");
    await page.goto(`${origin}/connect?client=unheard-of`);
    await chosen("Claude Code");
  });

  test("the arrows move among the assistants, and Enter chooses one", async () => {
    await page.goto(`${origin}/connect?client=claude`);
    await page.emulateMedia({ forcedColors: "active" });
    const lines = page
      .getByRole("tab")
      .evaluateAll((tabs) =>
        tabs.map((tab) => Object(globalThis).getComputedStyle(tab).borderBottomColor),
      );
    const [chosenLine, ...others] = await lines;
    assert.ok(!others.includes(chosenLine), "one tab alone looks chosen");
    await page.emulateMedia({ forcedColors: null });
    await page.getByRole("tab", { name: "Claude", exact: true }).focus();
    await page.keyboard.press("ArrowRight");
    await chosen("Claude");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${origin}/connect?client=claude-code`);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await hasFocus(page, "Copy command (Command for Claude Code)");
  });

  test("it is told who cannot reach an address of this computer, and what can be done", async () => {
    for (const name of ["Claude", "ChatGPT"]) {
      await open(name);
      await page.getByText(`${name} cannot reach this server yet`).waitFor();
      await page.getByText("set BASE_URL to the https address").waitFor();
      const links = page.getByRole("tabpanel").getByRole("link", { name: /Add to|plugins/ });
      assert.equal(await links.count(), 0);
    }
    await open("Claude Code");
    await page.getByText("only on the computer that the server runs on").waitFor();
    await page.getByText("set BASE_URL to the https address").waitFor();
    await open("Claude");
    const config = JSON.parse(await text("Configuration of Claude Desktop"));
    assert.deepEqual(config.mcpServers.ledgerport.args, ["-y", "mcp-remote", `${origin}/mcp`]);
    await inspect(page, "connect-local-only");
  });

  test("Cursor and VS Code are handed this server's address by one click", async () => {
    await open("VS Code");
    const vsCode = await hrefOf("Add to VS Code");
    assert.deepEqual(JSON.parse(decodeURIComponent(vsCode.replace("vscode:mcp/install?", ""))), {
      name: "ledgerport",
      type: "http",
      url: `${origin}/mcp`,
    });
    await open("Cursor");
    const cursor = new URL(await hrefOf("Add to Cursor"));
    assert.deepEqual(JSON.parse(atob(cursor.searchParams.get("config") ?? "")), {
      url: `${origin}/mcp`,
    });
    const key = await mint("Cursor", "read");
    await page.getByText("Use a key instead").click();
    await page.getByLabel("Your API key").fill(key);
    const withKey = new URL(await hrefOf("Add to Cursor with this key"));
    assert.deepEqual(JSON.parse(atob(withKey.searchParams.get("config") ?? "")), {
      url: `${origin}/mcp`,
      headers: { Authorization: `Bearer ${key}` },
    });
  });

  test("what is no key is not put into a command", async () => {
    await open("curl");
    await page.getByLabel("Your API key").fill("svc_'; echo gotcha; '");
    await page.getByText("This is not a complete key").waitFor();
    const line = await text("Command for curl");
    assert.match(line, /Bearer YOUR_KEY'/);
    assert.ok(!line.includes("gotcha"));
    await inspect(page, "connect-odd-key");
  });

  test("a command is copied as it stands, and that is said", async () => {
    await olga.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await open("Claude Code");
    await resize(page, { width: 360, height: 640 });
    const options = page.getByLabel("Command for Claude Code", { exact: true }).locator("span");
    assert.deepEqual(await options.allInnerTexts(), ["--transport", "--scope"]);
    for (const option of await options.all())
      assert.equal(await option.evaluate((option) => option.getClientRects().length), 1);
    await resize(page, { width: 1280, height: 800 });
    await page.getByRole("button", { name: "Copy command" }).first().click();
    await page.getByRole("status").filter({ hasText: "Copied" }).waitFor();
    assert.equal(
      await page.evaluate("navigator.clipboard.readText()"),
      `claude mcp add --transport http --scope user ledgerport ${origin}/mcp`,
    );
  });

  test("the line for curl works as it stands, and the page tells that its call has come", async () => {
    await open("curl");
    await page.getByText("Waiting for a call…").waitFor();
    await page.getByText("keys that have called appear here").waitFor();
    await page.getByRole("link", { name: "Cursor", exact: true }).waitFor();
    await page.getByLabel("Your API key").fill(await mint("My scripts", "read"));
    const line = await text("Command for curl");
    const { stdout } = await promisify(execFile)("sh", ["-c", line]);
    assert.deepEqual(JSON.parse(stdout).result.structuredContent, { items: [], nextCursor: null });
    const told = page.getByRole("status").filter({ hasText: "Connected at" });
    await told.waitFor();
    assert.match(
      await told.innerText(),
      /^Connected at \d\d:\d\d: the key My scripts\. It may read\.$/,
    );
    await page
      .getByRole("row", {
        name: /My scripts.*API key svc_….{4}.*Reads.*You.*(Never|\d{4}|in \d+ \w+) Revoke/,
      })
      .waitFor();
    await inspect(page, "connect-connected");
    await inspectReflow(page, "connect-connected");
  });

  test("programs are told of by the names they say, one after the other, and the call before is remembered", async () => {
    await open("Claude Code");
    await page.getByText(/The last call was .*: the key My scripts\./).waitFor();
    const key = await mint("Claude Code at work", "all");
    await initialize(key, "claude-code");
    await page
      .getByText(
        /Connected at .*: claude-code, through the key Claude Code at work\. It may read and change\./,
      )
      .waitFor();
    await initialize(await mint("Codex at work", "read"), "codex");
    await page.getByText(/Connected at .*: codex, through the key Codex at work/).waitFor();
  });

  test("the server is asked only while the page is looked at", async () => {
    const other = await olga.context.newPage();
    await other.clock.install();
    let asked = 0;
    await other.route("**/connections", async (route) => {
      asked += 1;
      await route.continue();
    });
    await other.goto(`${origin}/connect?client=curl`);
    await other.getByText("Waiting for a call…").waitFor();
    await look(other, "hidden");
    await other.clock.runFor(5000);
    const before = asked;
    await other.clock.runFor(60_000);
    assert.equal(asked, before);
    const answered = other.waitForResponse(/\/connections$/);
    await look(other, "visible");
    await other.clock.runFor(5000);
    await answered;
    await other.close();
  });

  test("when the server does not answer, the page says so and keeps trying", async () => {
    await open("curl");
    await page.route("**/connections", async (route) => route.fulfill({ status: 500, body: "" }));
    await page.getByText("The server does not answer. This page keeps trying.").waitFor();
    await page.unroute("**/connections");
    await page.getByText("The last call was").waitFor();
  });

  test("the line for receipts works as it stands, and the receipt is there", async () => {
    const folder = await mkdtemp(join(tmpdir(), "ledgerport-receipt-"));
    await writeFile(join(folder, "receipt.pdf"), "Taxi 12.00 EUR");
    await page.goto(`${origin}/receipts`);
    await page.getByRole("link", { name: "send them from a phone or scanner" }).click();
    await chosen("Phone or scanner");
    await page.getByLabel("Your API key").fill(await mint("Scanner", "all"));
    const line = await text("Command for sending a receipt");
    const { stdout } = await promisify(execFile)("sh", ["-c", line], { cwd: folder });
    await rm(folder, { recursive: true });
    assert.partialDeepStrictEqual(JSON.parse(stdout), {
      document: { name: "receipt.pdf" },
      duplicate: false,
    });
    await page.getByText(/Connected at .*: curl, through the key Scanner/).waitFor();
    await inspect(page, "connect-receipts");
    await inspectReflow(page, "connect-receipts");
    await page.goto(`${origin}/receipts`);
    await page.getByRole("list", { name: "Receipts", exact: true }).getByRole("link").waitFor();
  });

  test("with a public address Claude's dialog is opened filled in, and no step warns", async () => {
    await page.route("**/api/me", async (route) => {
      const response = await route.fetch();
      const me = await response.json();
      me.server.baseUrl = "https://books.example";
      await route.fulfill({ response, json: me });
    });
    await page.goto(`${origin}/connect`);
    await chosen("Claude");
    const link = new URL(await hrefOf("Add to Claude"));
    assert.equal(link.searchParams.get("connectorUrl"), "https://books.example/mcp");
    assert.equal(await page.getByText("cannot reach this server").count(), 0);
    await inspect(page, "connect-claude");
    await open("ChatGPT");
    assert.equal(await text("Server URL for ChatGPT"), "https://books.example/mcp");
    await open("Gemini CLI");
    for (const summary of await page.locator("summary").all()) await summary.click();
    await inspect(page, "connect-gemini-cli");
    await page.unroute("**/api/me");
  });

  test("Help leads to what to look at when it does not connect", async () => {
    await page.goto(origin);
    await page.getByRole("button", { name: OLGA.name }).click();
    await page.getByRole("menuitem", { name: /^Help/ }).click();
    await page.getByRole("link", { name: "Troubleshooting" }).click();
    await page.waitForURL(`${origin}/connect#trouble`);
    await page.getByText("npm run --silent admin -- doctor").waitFor();
  });

  test("no page broke its content policy, threw, or asked another host for anything", () => {
    assert.deepEqual(olga.offences, []);
  });

  async function chosen(name: string): Promise<void> {
    await page.getByRole("tab", { name, exact: true, selected: true }).waitFor();
    await page.getByRole("tabpanel", { name, exact: true }).waitFor();
  }

  async function open(name: string): Promise<void> {
    await page.goto(`${origin}/connect`);
    await page.getByRole("tab", { name, exact: true }).click();
    await chosen(name);
  }

  async function text(label: string): Promise<string> {
    return page.getByLabel(label, { exact: true }).innerText();
  }

  async function hrefOf(name: string): Promise<string> {
    const link = page.getByRole("link", { name, exact: true });
    return (await link.getAttribute("href")) ?? "";
  }

  async function mint(name: string, preset: string): Promise<string> {
    const words = ["--user", OLGA.email, "--name", name, "--preset", preset];
    const { key } = await admin(run, environment, "key:create", ...words);
    return key;
  }

  async function initialize(key: string, name: string): Promise<void> {
    const response = await fetch(`${origin}/mcp`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: {
          protocolVersion: "2025-11-25",
          capabilities: {},
          clientInfo: { name, version: "2" },
        },
      }),
    });
    assert.equal(response.status, 200);
  }
});

/** Sets the page's visibility in the browser. */
async function look(page: Page, state: "hidden" | "visible"): Promise<void> {
  await page.evaluate(`Object.defineProperty(document, "visibilityState",
    { configurable: true, get: () => "${state}" });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))`);
}
