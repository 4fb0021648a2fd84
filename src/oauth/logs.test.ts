import assert from "node:assert/strict";
import { test } from "node:test";
import { pino } from "pino";
import { BASE_URL, onAnyDatabase } from "../../test/app.ts";
import { Browser, filledIn, formOf, type Page } from "../../test/browser.ts";
import { loggedApp } from "../../test/mcp.ts";
import { allow, App, PASSWORD, person, register, signedIn, tokensOf } from "../../test/oauth.ts";
import { WebApp } from "../../test/web.ts";

onAnyDatabase((world) => {
  test("no secret, address of a person, password or state is in any line of the log, in a title, or in a link that leads away", async () => {
    const lines: string[] = [];
    const { app: own } = loggedApp(world, {
      log: pino({ level: "trace" }, { write: (line) => lines.push(line) }),
    });
    const server = { app: own };
    const team = await world.team();
    const { email } = await person(team);
    const secrets: string[] = [email, PASSWORD, "mistyped password"];
    const pages: Page[] = [];
    const shown = async (page: Page | Promise<Page>): Promise<Page> => {
      pages.push(await page);
      return page;
    };

    const app = await App.register(server);
    secrets.push(app.state, app.verifier);
    const browser = new Browser(own, BASE_URL);
    const signIn = await shown(browser.open(app.authorizePath()));
    await shown(browser.submit(signIn, { email, password: "mistyped password" }));
    const asked = await shown(browser.submit(signIn, { email, password: PASSWORD }));
    secrets.push(browser.cookies.get("session") ?? assert.fail());
    for (const name of ["request", "csrf"])
      secrets.push(formOf(asked).fields.find(([field]) => field === name)?.[1] ?? assert.fail());
    await shown(browser.send("/oauth/consent", filledIn(formOf(asked), { csrf: "x" }, "Allow")));
    await shown(browser.submit(asked, { team: [] }, "Allow"));
    const back = app.cameBack(await shown(allow(browser, asked, team)));
    await shown(browser.submit(asked, { team: team.id }, "Allow"));
    const code = back.get("code") ?? assert.fail();
    secrets.push(code);

    await app.redeem(code, { code_verifier: "x".repeat(43) });
    await app.redeem(`${code}x`);
    const first = await tokensOf(app.redeem(code));
    await app.redeem(code);
    const again = await app.connect(team);
    const second = await tokensOf(app.refresh(again.refresh_token));
    await app.refresh(again.refresh_token, { client_id: "svc_client_unknown" });
    await own.request(`/api/oauth/token?code=${code}`, { method: "POST" });
    await own.request(`/api/oauth/revoke?token=${second.access_token}`, { method: "POST" });
    await own.request(`/${second.access_token}`);
    for (const { access_token, refresh_token } of [first, again, second]) {
      secrets.push(access_token, refresh_token);
      for (const secret of [access_token, refresh_token])
        await own.request(`/mcp?access_token=${secret}`, {
          method: "POST",
          headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
        });
    }
    await app.revoke(second.refresh_token);
    await register(server, { client_name: "x", redirect_uris: [`http://evil.example/?${code}`] });
    await browser.open(app.authorizePath({ client_id: code }));
    await browser.open(app.authorizePath({ redirect_uri: `https://evil.example/${code}` }));
    await shown(browser.open(app.authorizePath({ prompt: "none" })));
    const web = new WebApp(world, browser);
    const newPassword = "another password";
    secrets.push(newPassword, await web.csrf());
    for (const password of ["mistyped password", PASSWORD]) {
      await web.attempt("POST /api/me/confirm", { password });
      await web.attempt("PUT /api/me/password", { currentPassword: password, newPassword });
    }
    const key = { team: team.id, name: "Key", preset: "read", expiresInDays: null } as const;
    const made = await web.ask("POST /api/teams/:team/keys", key);
    const rotation = { team: team.id, id: made.key.id, overlapHours: 0 } as const;
    const rotated = await web.ask("POST /api/teams/:team/keys/:id/rotate", rotation);
    secrets.push(made.secret, rotated.secret);
    const nobody = new Browser(own, BASE_URL);
    nobody.cookies.set("session", "svc_session_x");
    await shown(
      nobody.send("/signin", Object.entries({ email, password: PASSWORD }), { Origin: "null" }),
    );
    await shown(nobody.open("/setup?token=svc_setup_x"));

    const log = lines.join("");
    assert.ok(lines.length > 20, "there is something to look at");
    assert.match(log, /an OAuth request was refused/);
    assert.match(log, /a sign-in was refused/);
    assert.match(log, /a page was refused/);
    assert.match(log, /a request of the web app was refused/);
    for (const secret of secrets) assert.ok(!log.includes(secret), secret);
    assert.ok(!/svc_(at|rt|ac|session|request|setup|cs)_/.test(log), log);

    for (const { html, headers, path } of pages) {
      const title = /<title>(.*?)<\/title>/.exec(html)?.[1] ?? "";
      const links = [...html.matchAll(/(?:href|src|action)="(https?:[^"]*)"/g)].map(([, to]) => to);
      for (const secret of secrets) {
        assert.ok(!title.includes(secret), title);
        assert.ok(!links.some((link) => link?.includes(secret)));
        if (secret !== app.state) assert.ok(!path.includes(secret), path);
      }
      assert.ok(["same-origin", null].includes(headers.get("Referrer-Policy")));
    }
  });

  test("what was refused is logged with its reason, and who asked by their address alone", async () => {
    const { app: own, log } = loggedApp(world);
    const app = await App.register({ app: own });
    const browser = await signedIn(await world.team(), { app: own });
    const before = log.length;
    await app.redeem("svc_ac_x");
    await browser.open(app.authorizePath({ prompt: "none" }));
    await browser.open("/oauth/authorize");
    assert.deepEqual(
      log
        .slice(before)
        .map(({ level, pid: _pid, time: _time, hostname: _host, ...line }) => [level, line]),
      [
        [
          40,
          {
            endpoint: "/api/oauth/token",
            error: "invalid_grant",
            reason: "The code is incomplete, or was not issued by this server",
            address: "unknown",
            msg: "an OAuth request was refused",
          },
        ],
        [
          40,
          {
            endpoint: "/oauth/authorize",
            error: "interaction_required",
            reason: "The person is always asked: omit prompt=none",
            client: app.id,
            msg: "an OAuth request was refused",
          },
        ],
        [
          40,
          {
            route: "/oauth/authorize",
            status: 400,
            reason:
              "The address does not name the app: client_id is missing. You were not sent back to it, because that would not be safe.",
            msg: "a page was refused",
          },
        ],
      ],
    );
  });
});
