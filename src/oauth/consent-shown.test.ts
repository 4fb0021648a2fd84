import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase } from "../../test/app.ts";
import { textOf } from "../../test/browser.ts";
import { question } from "../../test/consent.ts";
import { read } from "../../test/mcp.ts";
import { App, register } from "../../test/oauth.ts";

onAnyDatabase((world) => {
  test("exactly what is asked for is shown, in its order and in plain words", async () => {
    const { browser, app } = await question(world);
    const scope = "invoices.write tags.read apis.all reports.read";
    const { html } = await browser.open(app.authorizePath({ scope }));
    const items = [...html.matchAll(/<li data-scope="([^"]*)">(.*?)<\/li>/gs)];
    assert.deepEqual(
      items.map(([, name]) => name),
      scope.split(" "),
    );
    assert.ok(!html.includes("checkbox"));
    assert.match(textOf(items[0]?.[2] ?? ""), /^Create, change and send invoices invoices\.write$/);
    assert.equal(html.match(/data-scope/g)?.length, 4);
  });

  test("the request stands above the choices too, by name or in number", async () => {
    const { browser, app } = await question(world);
    for (const [scope, told] of [
      ["apis.read apis.all", "apis.read apis.all"],
      ["tags.read tags.write reports.read", "3 scopes"],
    ] as const) {
      const { html } = await browser.open(app.authorizePath({ scope }));
      const [above = ""] = html.split('name="access"');
      assert.match(above, new RegExp(`<a href="#scopes-label">(<span class="id">)?${told}<`));
    }
  });

  test("what the tiers really open is said as far as it is asked for", async () => {
    const { browser, app } = await question(world);
    const reach = async (scope: string) =>
      textOf((await browser.open(app.authorizePath({ scope }))).html);
    const reads = "Any read scope lets this app read all of the team's data.";
    const writes = "Any write scope lets it use every write tool, sending invoices included.";
    for (const [scope, isWriting] of [
      ["tags.read", false],
      ["apis.read", false],
      ["tags.write", true],
      ["apis.all", true],
    ] as const) {
      const text = await reach(scope);
      assert.ok(text.includes(reads), text);
      assert.equal(text.includes(writes), isWriting, scope);
    }
  });

  test("the choices are those asked for, and the switch is told as it is now", async () => {
    const { browser, app, team } = await question(world);
    const shown = async (scope: string) => {
      const { html } = await browser.open(app.authorizePath({ scope }));
      const offered = [...html.matchAll(/name="access"\s+value="(\w+)"/g)];
      return { text: textOf(html), offered: offered.map(([, choice]) => choice).join(" ") };
    };
    assert.equal((await shown("tags.read apis.read")).offered, "read");
    assert.equal((await shown("tags.write")).offered, "change");
    assert.equal((await shown("tags.read tags.write")).offered, "read change");
    const { text, offered } = await shown("apis.all");
    assert.equal(offered, "read change delete");
    assert.match(text, /Nothing more for now: tools that delete are off/);
    await team.set({ destructive_ai_tools: true });
    assert.match((await shown("apis.all")).text, /They are on now\..* Tools that delete are on\./);
    const until = new Date(Date.parse(world.now) + 60_000).toISOString();
    await team.set({ destructive_ai_tools: true, destructive_ai_tools_until: until });
    assert.match((await shown("apis.all")).text, /Tools that delete are on until/);
    world.pass(60_000);
    assert.match((await shown("apis.all")).text, /Tools that delete are off now/);
  });

  test("the page says who asks, since when, where the answer goes, and that nobody vouches for it", async () => {
    const { browser } = await question(world);
    const https = await App.register(world, "https://app.example:8443/cb", "Good app");
    const text = textOf((await browser.open(https.authorizePath())).html);
    assert.match(text, /Good app wants access/);
    assert.match(text, /app\.example:8443/);
    assert.match(text, /Unverified app/);
    assert.match(text, /registered itself on 21 Nov 2026/);
    assert.ok(!/runs on your own computer/.test(text));
    const loopback = await App.register(world, "http://localhost:4000/cb");
    const warned = textOf((await browser.open(loopback.authorizePath())).html);
    assert.match(warned, /This app runs on your own computer/);
  });

  test("the names of app and teams are shown as they are written", async () => {
    const asked = await question(world);
    const name = `<img src=x>"'&\u202egnp`;
    await world.database.begin(async (db) => {
      await db.updateTable("oauth_clients").set({ name }).where("id", "=", asked.app.id).execute();
      await db.updateTable("teams").set({ name }).where("id", "=", asked.team.id).execute();
    });
    const { html } = await asked.browser.open(asked.app.authorizePath());
    assert.ok(!html.includes("<img") && !html.includes("\u202e"), html);
    assert.equal(html.match(/&lt;img src=x&gt;&quot;&#39;&amp;/g)?.length, 2);
  });

  test("the website that an app gives is linked only when it is https, and tells nothing there of who comes", async () => {
    const { browser } = await question(world);
    for (const [client_uri, isLinked] of [
      ["https://app.example/about", true],
      ["http://app.example/about", false],
      ["javascript:alert(1)", false],
      ["//app.example", false],
      ["https://claude.ai@evil.example/", false],
    ] as const) {
      const redirect_uris = ["https://app.example/cb"];
      const metadata = { client_name: "App", redirect_uris, client_uri };
      const { client_id } = await read(register(world, metadata));
      const app = new App(world, client_id, "https://app.example/cb");
      const { html } = await browser.open(app.authorizePath());
      assert.equal(html.includes(`href="${client_uri}"`), isLinked, client_uri);
      if (isLinked) assert.match(html, /rel="noopener noreferrer/);
    }
  });

  test("of the website only the host is shown, in ASCII", async () => {
    const { browser } = await question(world);
    const redirect_uris = ["https://app.example/cb"];
    // The first letter is Cyrillic.
    const metadata = {
      client_name: "App",
      redirect_uris,
      client_uri: "https://\u0430pple.com/claude.ai",
    };
    const { client_id } = await read(register(world, metadata));
    const app = new App(world, client_id, "https://app.example/cb");
    const open = async () => (await browser.open(app.authorizePath())).html;
    assert.match(textOf(await open()), /The website it gives: xn--pple-43d\.com /);
    // As an earlier version stored it.
    await world.database.begin((db) =>
      db
        .updateTable("oauth_clients")
        .set({ client_uri: "https://claude.ai@evil.example/" })
        .where("id", "=", client_id)
        .execute(),
    );
    assert.ok(!/evil\.example/.test(await open()));
  });

  test("an app that also has an address of the web is not taken for a program of the own computer", async () => {
    const { browser } = await question(world);
    const redirect_uris = ["https://app.example/cb", "http://127.0.0.1/cb"];
    const { client_id } = await read(register(world, { client_name: "App", redirect_uris }));
    const app = new App(world, client_id, "https://app.example/cb");
    const { html } = await browser.open(app.authorizePath());
    assert.ok(!html.includes("runs on your own computer"));
  });
});
