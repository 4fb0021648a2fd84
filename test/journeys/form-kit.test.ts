import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Page } from "playwright-core";
import { build } from "vite";
import { folderForTests, ROOT } from "../server.ts";
import { CHROMIUM } from "./chromium.ts";
import { inspect, type Visit, visit } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
};

describe("a person fills in forms", { skip }, () => {
  const record = { name: "Olga", timeZone: "UTC", version: 1 };
  const refusals: object[] = [];
  const sent: any[] = [];
  let server: Server;
  let seen: Visit;
  let page: Page;

  before(async () => {
    const folder = await folderForTests();
    const { NODE_ENV } = process.env;
    await build({
      configFile: false,
      logLevel: "error",
      root: join(ROOT, "web"),
      publicDir: false,
      plugins: [react(), tailwind()],
      build: {
        outDir: folder,
        assetsDir: "app",
        emptyOutDir: true,
        rolldownOptions: {
          input: join(ROOT, "web/form/trial/index.html"),
          external: [/^\/assets\//],
        },
      },
    });
    // Vite sets it for the whole process.
    if (NODE_ENV === undefined) delete process.env["NODE_ENV"];
    server = createServer((request, response) => void serve(folder, request, response)).listen(0);
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    seen = await visit(origin);
    page = seen.page;
    await page.goto(`${origin}/`);
    await page.getByRole("heading", { name: "The form kit" }).waitFor();
  });

  after(async () => {
    await seen?.close();
    server?.closeAllConnections();
    server?.close();
  });

  async function serve(folder: string, request: IncomingMessage, response: ServerResponse) {
    const { url = "/", method } = request;
    if (url === "/api/me") {
      answer(method, await text(request), response);
      return;
    }
    const path = url === "/" ? "/form/trial/index.html" : url;
    response.setHeader("Content-Type", TYPES[extname(path)] ?? "application/octet-stream");
    createReadStream(join(folder, path))
      .on("error", () => response.writeHead(404).end())
      .pipe(response);
  }

  /** The route of a record whose version stands in its e-mail. */
  function answer(method: string | undefined, body: string, response: ServerResponse): void {
    const reply = (status: number, value: object) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(value));
    const { name, timeZone, version } = record;
    if (method === "GET") {
      const user = { id: "1", name, timeZone, email: moment(version) };
      const now = "2026-11-22T09:00:00.000Z";
      reply(200, { user, teams: [], csrf: "x", confirmedUntil: null, now, server: {} });
      return;
    }
    const { seen, ...given } = JSON.parse(body);
    sent.push({ seen, ...given });
    const refusal = refusals.shift();
    if (refusal !== undefined) reply(409, problem(refusal));
    else if (seen !== undefined && seen !== moment(version))
      reply(409, problem({ code: "changed_meanwhile", title: "It has changed." }));
    else {
      Object.assign(record, given, { version: version + 1 });
      reply(200, { user: record });
    }
  }

  function moment(version: number): string {
    return new Date(Date.UTC(2026, 10, 22, 8, 0, version)).toISOString();
  }

  function problem(parts: object) {
    return { type: "about:blank", status: 409, detail: "Try again.", errors: [], ...parts };
  }

  async function save(): Promise<void> {
    await page.getByRole("button", { name: "Save the person" }).click();
  }

  async function isSaved(): Promise<void> {
    await page.getByRole("region", { name: "Person" }).getByText("Saved").waitFor();
  }

  async function values(): Promise<any> {
    return JSON.parse((await page.getByLabel("Values").textContent()) ?? "");
  }

  test("only what was changed is sent, and a refusal keeps it", async () => {
    await inspect(page, "form-kit");
    await page.getByLabel("Name", { exact: true }).fill("Olga Owner");
    refusals.push({
      code: "no",
      title: "It is taken.",
      errors: [{ pointer: "/name", detail: "Taken." }],
    });
    await save();
    await page.getByText("Taken.", { exact: true }).waitFor();
    assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "Olga Owner");
    await save();
    await isSaved();
    assert.deepEqual(sent.splice(0), [
      { seen: moment(1), name: "Olga Owner" },
      { seen: moment(1), name: "Olga Owner" },
    ]);
  });

  test("changes of different fields are put together without a question", async () => {
    await page.getByLabel("Name", { exact: true }).fill("Olga Ledger");
    Object.assign(record, { timeZone: "Asia/Tokyo", version: 10 });
    await save();
    await isSaved();
    assert.deepEqual(
      [record.name, record.timeZone, await page.getByLabel("Time zone").inputValue()],
      ["Olga Ledger", "Asia/Tokyo", "Asia/Tokyo"],
    );
  });

  for (const [choice, expected] of [
    ["Take theirs", "Theirs for Take theirs"],
    ["Keep mine", "Olga Mine"],
  ] as const)
    test(`of two changes of one field, ${choice} saves one`, async () => {
      await page.getByLabel("Name", { exact: true }).fill("Olga Mine");
      Object.assign(record, { name: `Theirs for ${choice}`, version: record.version + 1 });
      await save();
      await page.getByText("Changed by Anna").waitFor();
      assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "Olga Mine");
      assert.equal(record.name, `Theirs for ${choice}`);
      await inspect(page, `form-kit-${choice.toLowerCase().replace(" ", "-")}`);
      await page.getByRole("button", { name: choice, exact: true }).click();
      await isSaved();
      assert.equal(record.name, expected);
      await page.waitForFunction(
        `document.querySelector("input").value === ${JSON.stringify(expected)}`,
      );
    });

  test("a value is edited where it is read, and Retry follows a failure", async () => {
    const inline = page.getByRole("region", { name: "Inline" });
    await inline.getByRole("button", { name: "Edit name, Olga Mine" }).press("Enter");
    await page.getByLabel("Inline name").fill("Nothing");
    await page.getByLabel("Inline name").press("Escape");
    await inline.getByRole("button", { name: "Edit name, Olga Mine" }).press("F2");
    await page.getByLabel("Inline name").fill("Inline");
    refusals.push({ code: "no", title: "The server is busy." });
    await page.getByLabel("Inline name").press("Enter");
    await inline.getByText("The server is busy.").waitFor();
    assert.equal(await page.getByLabel("Inline name").inputValue(), "Inline");
    await inline.getByRole("button", { name: "Retry" }).click();
    await inline.getByText("Saved").waitFor();
    await inline.getByRole("button", { name: "Edit name, Inline" }).waitFor();
    assert.equal(record.name, "Inline");
  });

  test("a guess is put back when the write is refused", async () => {
    refusals.push({ code: "no", title: "No." });
    await page.getByRole("button", { name: "Rename at once" }).click();
    await page.getByRole("button", { name: "Edit name, Inline" }).waitFor();
    await page.getByRole("button", { name: "Rename at once" }).click();
    await page.getByRole("button", { name: "Edit name, Guessed" }).waitFor();
  });

  test("an amount and a duration are echoed, written in full, and asked about", async () => {
    const amount = page.getByLabel("Amount");
    await amount.fill("120+19%");
    await page.getByText("= €142.80").waitFor();
    await amount.press("Tab");
    assert.equal(await amount.inputValue(), "142.80");
    await amount.fill("1.234");
    await amount.press("Tab");
    await page.getByText("Which amount is meant?").waitFor();
    assert.equal(await amount.inputValue(), "1.234");
    await page.getByRole("button", { name: "€1,234.00" }).click();
    assert.equal((await values()).money, 123_400);
    const duration = page.getByLabel("Duration");
    assert.equal(await duration.inputValue(), "1:00");
    await duration.fill("+15m");
    await page.getByText("= 1 h 15 (1.25)").waitFor();
    await duration.press("Tab");
    assert.equal(await duration.inputValue(), "1:15");
    await duration.fill("22-1");
    await page.getByText("22:00 to 1:00, 3 h (3.00), ends next day").waitFor();
    await duration.press("Tab");
    await duration.fill("45");
    await duration.press("Tab");
    await page.getByRole("button", { name: "45 min (0.75)" }).click();
    await page.getByLabel("Start").fill("5pm");
    await page.getByLabel("Days").fill("91");
    await page.getByLabel("Days").press("Tab");
    await page.getByText("It is at most 90.").waitFor();
    const { duration: seconds, range, time, number } = await values();
    assert.deepEqual([seconds, range, time, number], [2700, [1320, 60], 1020, undefined]);
  });

  test("records are found, made and removed by keyboard", async () => {
    const customer = page.getByRole("combobox", { name: "Customer" });
    assert.equal(await customer.inputValue(), "Acme");
    await customer.fill("gam");
    await page.getByRole("option", { name: "Gamma Garden" }).waitFor();
    await customer.press("Enter");
    assert.equal((await values()).customer, "3");
    await customer.fill("Delta");
    await page.getByRole("option", { name: "Create “Delta”" }).waitFor();
    await customer.press("Enter");
    await page.waitForFunction(`document.getElementById("customer").value === "Delta"`);
    assert.equal((await values()).customer, "made Delta");
    await page.getByRole("button", { name: "Clear customer" }).click();
    assert.equal((await values()).customer, null);
    const tags = page.getByRole("combobox", { name: "Tags" });
    await tags.fill("New");
    await page.getByRole("option", { name: "Create “New”" }).waitFor();
    await tags.press("Enter");
    await page.getByRole("button", { name: "Remove New" }).waitFor();
    assert.deepEqual((await values()).tags, ["2", "made New"]);
    await tags.press("Escape");
    await page.getByRole("button", { name: "Remove Beta Bikes" }).click();
    assert.deepEqual((await values()).tags, ["made New"]);
  });

  test("a file is sent with its progress, cancelled and sent again", async () => {
    const file = { name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("Hello") };
    const input = page.locator("#file");
    await input.setInputFiles({ ...file, buffer: Buffer.alloc(2048) });
    await page.getByText("It has 2 KB; at most 1 KB can be sent.").waitFor();
    await input.setInputFiles(file);
    assert.equal(await page.getByRole("progressbar").getAttribute("value"), "0.5");
    await page.getByRole("button", { name: "Cancel the upload" }).click();
    await page.getByText("It was not sent.").waitFor();
    await page.getByRole("button", { name: "Send it again" }).click();
    await page.getByRole("progressbar").waitFor();
    await page.evaluate("window.dispatchEvent(new Event('finish'))");
    await page.getByText("note.txt, 5 B").waitFor();
    assert.equal((await values()).file, "file note.txt");
    await inspect(page, "form-kit-filled");
  });
});
