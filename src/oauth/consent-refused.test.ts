import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BASE_URL, onAnyDatabase, type Team } from "../../test/app.ts";
import { Browser, formOf, type Page, textOf } from "../../test/browser.ts";
import { type Asked, answer, answerTo, question } from "../../test/consent.ts";
import {
  allow,
  assertNothingGranted,
  grantsOf,
  person,
  signedIn,
  tokensOf,
} from "../../test/oauth.ts";
import { WebApp } from "../../test/web.ts";

const MINUTE_MS = 60_000;

/** Answers that are refused. The second argument is another person's team. */
const REFUSED: Readonly<
  Record<string, { status: number; send: (asked: Asked, other: Team) => Promise<Page> }>
> = {
  "no mark of the session": { status: 403, send: (asked) => answer(asked, { csrf: [] }) },
  "a wrong mark": { status: 403, send: (asked) => answer(asked, { csrf: "x".repeat(43) }) },
  "the mark of another person's session": {
    status: 403,
    send: async (asked, other) => {
      const theirs = await signedIn(other);
      const csrf = valueOf(await theirs.open(asked.app.authorizePath()), "csrf");
      return answer(asked, { csrf });
    },
  },
  "the mark of another session of the same person": {
    status: 403,
    send: async (asked) => {
      const elsewhere = await signedIn(asked.team);
      const csrf = valueOf(await elsewhere.open(asked.app.authorizePath()), "csrf");
      return answer(asked, { csrf });
    },
  },
  ...Object.fromEntries(
    Object.entries({
      "another site": { Origin: "https://evil.example" },
      "a sandboxed page": { Origin: "null" },
      "another port": { Origin: "http://localhost:4000" },
      "another scheme": { Origin: "https://localhost:3000" },
      "a host that begins like ours": { Origin: "http://localhost:3000.evil.example" },
      "the listed origin of a web app": { Origin: "https://app.example" },
    }).map(([what, headers]) => [
      `the form of ${what}`,
      { status: 403, send: (asked: Asked) => answer(asked, {}, headers) },
    ]),
  ),
  ...Object.fromEntries(
    ["cross-site", "same-site", "none of these"].map((site) => [
      `a request that the browser calls ${site}`,
      { status: 403, send: (asked: Asked) => withoutOrigin(asked, site) },
    ]),
  ),
  "another person's session, with its own mark": {
    status: 403,
    send: async (asked, other) => takenOver(asked, await signedIn(other), other.id),
  },
  "another session of the same person, with its own mark": {
    status: 403,
    send: async (asked) => takenOver(asked, await signedIn(asked.team), asked.team.id),
  },
  "nobody's session": {
    status: 401,
    send: (asked) => {
      const nobody = new Browser(asked.team.world.app, BASE_URL);
      return nobody.send("/oauth/consent", answerTo(asked));
    },
  },
  "another question": { status: 403, send: (asked) => answer(asked, { request: "svc_request_x" }) },
  "no question": { status: 403, send: (asked) => answer(asked, { request: [] }) },
  "neither Allow nor Deny": { status: 400, send: (asked) => answer(asked, { decision: [] }) },
  "something between them": { status: 400, send: (asked) => answer(asked, { decision: "maybe" }) },
  "a team that the person is not in": {
    status: 422,
    send: (asked, other) => answer(asked, { team: other.id }),
  },
  "a team that there is none": {
    status: 422,
    send: (asked) => answer(asked, { team: asked.team.userId }),
  },
  "no team": { status: 422, send: (asked) => answer(asked, { team: [] }) },
  "a team that is no id": { status: 422, send: (asked) => answer(asked, { team: "x'\0" }) },
  "no choice": { status: 422, send: (asked) => answer(asked, { access: [] }) },
  "a choice that there is none": {
    status: 422,
    send: (asked) => answer(asked, { access: "apis.all" }),
  },
  "a form that is too large": {
    status: 413,
    send: (asked) => answer(asked, { padding: "x".repeat(64 * 1024) }),
  },
  JSON: {
    status: 400,
    send: (asked) => answer(asked, {}, { "Content-Type": "application/json" }),
  },
};

onAnyDatabase((world) => {
  describe("nothing is granted, and the person can still answer, after", () => {
    for (const [what, { status, send }] of Object.entries(REFUSED)) {
      test(what, async () => {
        const asked = await question(world);
        const other = await world.team();
        await person(other);
        const page = await assertNothingGranted(world, () => send(asked, other));
        assert.equal(page.status, status, textOf(page.html));
        assert.equal(page.leftTo, null);
        const back = asked.app.cameBack(await answer(asked));
        const tokens = await tokensOf(asked.app.redeem(back.get("code") ?? ""));
        assert.equal(tokens.scope, "apis.read apis.all");
        assert.equal((await grantsOf(asked.team)).length, 1);
      });
    }

    test("a choice that the app did not ask for", async () => {
      const { browser, app, team } = await question(world);
      for (const [scope, access] of [
        ["tags.read", "change"],
        ["tags.read", "delete"],
        ["apis.read", "change"],
        ["tags.write", "read"],
        ["tags.read tags.write", "delete"],
      ] as const) {
        const page = await browser.open(app.authorizePath({ scope }));
        const posted = { team: team.id, access };
        const refused = await assertNothingGranted(world, () =>
          browser.submit(page, posted, "Allow"),
        );
        assert.deepEqual([refused.status, refused.leftTo], [422, null], `${access} of ${scope}`);
        assert.match(textOf(refused.html), /The app did not ask for that/);
        const back = app.cameBack(await allow(browser, { ...refused, status: 200 }, team));
        const tokens = await tokensOf(app.redeem(back.get("code") ?? ""));
        assert.equal(tokens.scope, scope);
      }
    });

    test("a GET of the form's address", async () => {
      const asked = await question(world);
      const query = new URLSearchParams(answerTo(asked)).toString();
      await assertNothingGranted(world, async () => {
        for (const path of [`/oauth/consent?${query}`, asked.app.authorizePath()]) {
          const page = await asked.browser.open(path);
          assert.equal(page.leftTo, null);
        }
        const fields = Object.fromEntries(answerTo(asked));
        await asked.browser.open(asked.app.authorizePath(fields));
      });
      assert.equal((await answer(asked)).status, 303);
    });

    test("a second of the form's fields, of which the first counts", async () => {
      const asked = await question(world);
      const page = await assertNothingGranted(world, () =>
        asked.browser.send("/oauth/consent", [["decision", "deny"], ...answerTo(asked)]),
      );
      assert.equal(asked.app.cameBack(page).get("error"), "access_denied");
    });
  });

  test("a question is answered once: a second answer grants nothing more", async () => {
    const asked = await question(world);
    assert.equal((await answer(asked)).status, 303);
    await assertNothingGranted(world, async () => {
      for (const decision of ["allow", "deny"]) {
        const page = await answer(asked, { decision });
        assert.deepEqual([page.status, page.leftTo], [403, null]);
        assert.match(textOf(page.html), /already answered/);
      }
    });
    assert.equal((await grantsOf(asked.team)).length, 1);
  });

  test("a question lives for 10 minutes", async () => {
    const [one, other] = [await question(world), await question(world)];
    world.pass(10 * MINUTE_MS - 1);
    assert.equal((await answer(one)).status, 303);
    world.pass(1);
    await assertNothingGranted(world, async () => {
      for (const decision of ["allow", "deny"])
        assert.equal((await answer(other, { decision })).status, 403);
    });
  });

  test("a question ends with the session in which it was asked", async () => {
    const asked = await question(world);
    await new WebApp(world, asked.browser).ask("DELETE /api/me/session", {});
    await assertNothingGranted(world, async () => {
      assert.equal((await answer(asked)).status, 401);
    });
    const rows = await world.database.reader.selectFrom("oauth_requests").selectAll().execute();
    assert.ok(!rows.some(({ client_id }) => client_id === asked.app.id));
  });

  test("Deny goes back with access_denied, grants nothing, and is the end of the question", async () => {
    const asked = await question(world);
    const page = await assertNothingGranted(world, () =>
      asked.browser.submit(asked.page, {}, "Deny"),
    );
    const back = asked.app.cameBack(page);
    assert.deepEqual(
      [page.status, back.get("error"), back.get("state"), back.get("iss"), back.get("code")],
      [303, "access_denied", asked.app.state, BASE_URL, null],
    );
    assert.equal((await answer(asked)).status, 403);
  });

  test("a returning person is asked again, and each approval is a separate grant", async () => {
    const { app, browser, team, ...asked } = await question(world);
    await answer({ app, browser, team, ...asked });
    const again = await browser.open(app.authorizePath());
    assert.equal(again.leftTo, null);
    assert.equal(formOf(again).action, "/oauth/consent");
    await allow(browser, again, team);
    assert.equal((await grantsOf(team)).length, 2);
  });
});

/** Request of a browser that sends no Origin. */
async function withoutOrigin(asked: Asked, site: string): Promise<Page> {
  const cookie = [...asked.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await asked.team.world.app.request("/oauth/consent", {
    method: "POST",
    headers: { Cookie: cookie, "Sec-Fetch-Site": site },
    body: new URLSearchParams(answerTo(asked)),
  });
  const { status, headers } = response;
  const html = await response.text();
  return { status, headers, html, path: "", leftTo: headers.get("location") };
}

/** One browser's request, answered from another browser with that one's CSRF token. */
async function takenOver(asked: Asked, other: Browser, team: string): Promise<Page> {
  const csrf = valueOf(await other.open(asked.app.authorizePath()), "csrf");
  return other.send("/oauth/consent", answerTo(asked, { csrf, team }));
}

function valueOf(page: Page, field: string): string {
  return formOf(page).fields.find(([name]) => name === field)?.[1] ?? "";
}
