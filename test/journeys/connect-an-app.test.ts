import assert from "node:assert/strict";
import { hash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { selfSigned } from "../certificate.ts";
import { folderForTests, postTool, processes } from "../server.ts";
import { CHROMIUM, OUTSIDE } from "./chromium.ts";
import { inspectDecision } from "./decision.ts";
import { hasFocus, press, tabTo } from "./focus.ts";
import { resize } from "./redrawn.ts";
import { inspectReflow } from "./reflow.ts";
import { buildWebApp, OLGA } from "./set-up.ts";
import { inspect, visit, type Visit } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";
const { serve } = processes();
const folder = await folderForTests();

describe("a person sets the server up and connects apps", { skip }, () => {
  let origin = "";
  let setUpLink = "";
  let olga: Visit;
  let page: Page;

  before(async () => {
    buildWebApp();
    const server = await serve({ DATABASE_URL: `sqlite:${folder}/journey.db` });
    origin = `http://localhost:${server.port}`;
    setUpLink = /^ {2}(http\S+\/setup\?token=\S+)$/m.exec(server.process.stdout)?.[1] ?? "";
    olga = await visit(origin, { ignoreHTTPSErrors: true });
    page = olga.page;
  });

  after(async () => {
    await olga?.close();
  });

  test("the server prints a link, and the page behind it makes account and team", async () => {
    await page.goto(origin);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await inspect(page, "not-set-up");
    await page.goto(setUpLink);
    await inspect(page, "set-up");
    await page.getByRole("button", { name: "Create account and team" }).click();
    await inspect(page, "set-up-with-problems");
    await page.getByLabel("Your name").fill(OLGA.name);
    await page.getByLabel("E-mail").fill(OLGA.email);
    await page.getByLabel("Password").fill(OLGA.password);
    await page.getByLabel("Team name").fill("Acme Studio");
    const currencies = await page.getByLabel("Currency").locator("option").allInnerTexts();
    assert.deepEqual(
      currencies.filter((one) => /^(X[A-Z]{2}|EUR)/.test(one)).map((one) => one.slice(0, 3)),
      ["EUR", "XAF", "XCD", "XOF", "XPF"],
    );
    await page.getByRole("button", { name: "Create account and team" }).click();
    await page
      .getByText(/^Days begin and end by .+\. Settings change it\.$/)
      .first()
      .waitFor();
    await page.waitForURL(`${origin}/`);
    const zone = await page.evaluate("new Intl.DateTimeFormat().resolvedOptions().timeZone");
    const me = Object(await (await page.request.get(`${origin}/api/me`)).json());
    assert.deepEqual([me.user.timeZone, me.teams[0].timeZone], [zone, zone]);
    await page.goto(setUpLink);
    await page.getByText("closed for good").waitFor();
    await inspect(page, "set-up-over");
  });

  test("they sign out, are told of a wrong password, and sign in by keyboard", async () => {
    await page.goto(origin);
    await page.route("**/api/me/session", async (route) => {
      const response = await route.fetch();
      // A request of the page in between is refused, and must not lead elsewhere.
      const refused = page.waitForResponse((answer) => answer.status() === 401);
      await page.getByRole("link", { name: "Activity", exact: true }).first().click();
      await refused;
      await route.fulfill({ response });
    });
    await page.getByRole("button", { name: OLGA.name }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL(`${origin}/signin`);
    await page.unroute("**/api/me/session");
    await inspect(page, "sign-in");
    await page.getByLabel("E-mail").fill(OLGA.email);
    await page.getByLabel("Password").fill("something else");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").waitFor();
    assert.equal(await page.getByLabel("E-mail").inputValue(), OLGA.email);
    await inspect(page, "sign-in-refused");
    await page.getByLabel("E-mail").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.type(OLGA.password);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${origin}/`);
  });

  test("an app on this machine gets a code, writes, refreshes, and is shut out when it gives up", async () => {
    const client = await receiving("http://127.0.0.1");
    const app = await register([client.redirectUri], "Ledger Assistant");
    await page.goto(app.authorizeUrl("apis.read apis.all"));
    await hasFocus(page, "nothing");
    await inspect(page, "consent");
    await inspectReflow(page, "consent");
    await inspectDecision(page);
    await page.getByRole("button", { name: "Allow" }).click();
    await page.getByText("You can close this page").waitFor();
    const { code, state, iss } = Object.fromEntries(await client.arrived);
    await client.close();
    assert.deepEqual([state, iss], [app.state, origin]);

    const first = await app.redeem(code ?? "");
    const created = await callTool(first.access_token, "customers_create", {
      name: "Acme",
      email: "anna@acme.example",
    });
    assert.equal(created.status, 200);
    const second = await app.refresh(first.refresh_token);
    const listed = await callTool(second.access_token, "customers_list", {});
    assert.equal((await listed.json()).result.structuredContent.items[0].name, "Acme");

    await page.goto(`${origin}/settings/developer`);
    await page.getByRole("button", { name: /^Disconnect… Ledger Assistant/ }).waitFor();
    await inspect(page, "developer-with-app");
    await app.revoke(second.refresh_token);
    for (const { access_token } of [first, second])
      assert.equal((await callTool(access_token, "customers_list", {})).status, 401);
    await page.reload();
    await page.getByRole("heading", { name: "Connected apps" }).waitFor();
    assert.equal(await page.getByText("Ledger Assistant").count(), 0);
  });

  test("an app on the web gets its code too, for what was chosen by keyboard, and is disconnected", async () => {
    const client = await receiving(`https://${OUTSIDE}`);
    const app = await register([client.redirectUri], "مساعد الدفاتر <b>bold</b>");
    await page.goto(app.authorizeUrl("customers.read customers.write invoices.write"));
    await inspect(page, "consent-web");
    await inspectDecision(page);
    // On the smallest screen the decision could cover the focused element.
    await resize(page, { width: 360, height: 640 });
    await tabTo(page, "Read and change Also use every tool that writes.");
    await press(page, "ArrowUp");
    await hasFocus(page, "Read See all of the team’s data. Change nothing.");
    await tabTo(page, "your settings");
    await tabTo(page, "Switch account");
    await tabTo(page, "Deny");
    await tabTo(page, "Allow");
    await page.keyboard.press("Enter");
    await page.getByText("You can close this page").waitFor();
    const { code, state, iss } = Object.fromEntries(await client.arrived);
    await client.close();
    assert.deepEqual([state, iss], [app.state, origin]);
    await resize(page, { width: 1280, height: 800 });
    const tokens = await app.redeem(code ?? "");
    assert.equal(tokens.scope, "customers.read");
    await page.goto(`${origin}/settings/developer`);
    await page.getByRole("button", { name: /^Disconnect…/ }).click();
    await page.getByRole("button", { name: "Disconnect the app" }).click();
    await page.getByText(/is disconnected./).waitFor();
    await inspect(page, "developer-disconnected");
    assert.equal((await callTool(tokens.access_token, "customers_list", {})).status, 401);
  });

  test("an app that is denied hears of it, and one that nobody knows does not", async () => {
    const client = await receiving(`https://${OUTSIDE}`);
    const app = await register([client.redirectUri], "Denied");
    await page.goto(app.authorizeUrl("apis.read"));
    await page.getByRole("button", { name: "Deny" }).click();
    await page.getByText("You can close this page").waitFor();
    assert.equal((await client.arrived).get("error"), "access_denied");
    await client.close();
    await page.goto(app.authorizeUrl("apis.read").replace(/client_id=[^&]+/, "client_id=unknown"));
    await page.getByRole("heading", { name: "This app cannot be connected" }).waitFor();
    await inspect(page, "unknown-app");
    await page.goto(`${origin}/nowhere`);
    await inspect(page, "no-such-page");
  });

  test("no page broke its content policy, threw, or asked another host for anything", () => {
    assert.deepEqual(olga.offences, []);
  });

  /** A client that receives its code or its refusal, on this machine by either name. */
  async function receiving(at: "http://127.0.0.1" | `https://${typeof OUTSIDE}`) {
    const arrived = Promise.withResolvers<URLSearchParams>();
    const answer: RequestListener = (request, response) => {
      const url = new URL(request.url ?? "", at);
      response.setHeader("Content-Type", "text/html");
      response.end("<title>Client</title>You can close this page");
      if (url.pathname === "/callback") arrived.resolve(url.searchParams);
    };
    const server = at.startsWith("https:")
      ? createTlsServer(selfSigned([OUTSIDE]), answer)
      : createServer(answer);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = Object(server.address());
    return {
      redirectUri: `${at}:${port}/callback`,
      arrived: arrived.promise,
      close: async () => {
        server.closeAllConnections();
        server.close();
      },
    };
  }

  async function register(redirectUris: readonly string[], name: string) {
    const response = await fetch(`${origin}/api/oauth/register`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ client_name: name, redirect_uris: redirectUris }),
    });
    const { client_id } = (await response.json()) as { client_id: string };
    const [redirect_uri = ""] = redirectUris;
    const verifier = randomBytes(32).toString("base64url");
    const state = randomBytes(8).toString("hex");
    return {
      state,
      authorizeUrl: (scope: string) =>
        `${origin}/oauth/authorize?${new URLSearchParams({
          response_type: "code",
          client_id,
          redirect_uri,
          scope,
          state,
          code_challenge: hash("sha256", verifier, "base64url"),
          code_challenge_method: "S256",
        }).toString()}`,
      redeem: (code: string) =>
        tokens({
          grant_type: "authorization_code",
          code,
          redirect_uri,
          client_id,
          code_verifier: verifier,
        }),
      refresh: (refresh_token: string) =>
        tokens({ grant_type: "refresh_token", refresh_token, client_id }),
      revoke: async (token: string) => {
        const answer = await post("/api/oauth/revoke", { token, client_id });
        assert.equal(answer.status, 200);
      },
    };
  }

  async function tokens(fields: Record<string, string>): Promise<any> {
    const response = await post("/api/oauth/token", fields);
    assert.equal(response.status, 200, await response.clone().text());
    return response.json();
  }

  function post(path: string, fields: Record<string, string>): Promise<Response> {
    return fetch(origin + path, { method: "POST", body: new URLSearchParams(fields) });
  }

  function callTool(token: string, name: string, args: object): Promise<any> {
    return postTool({ url: origin }, token, name, args);
  }
});
