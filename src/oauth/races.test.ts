import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { type Browser, filledIn, formOf } from "../../test/browser.ts";
import { rounds } from "../../test/extent.ts";
import { loggedApp } from "../../test/mcp.ts";
import {
  App,
  assertRefused,
  grantsOf,
  signedIn,
  statusOf,
  type TokenAnswer,
  tokensOf,
} from "../../test/oauth.ts";
import { together } from "../../test/races.ts";
import { WebApp } from "../../test/web.ts";

onEachDatabase((world) => {
  /** A person with a browser, and an app that they approve repeatedly. */
  const people = async (server: Parameters<typeof App.register>[0] = world) => {
    const team = await world.team();
    const app = await App.register(server);
    return { team, app, browser: await signedIn(team, server) };
  };

  for (const [words, parties] of [
    ["twenty", 20],
    ["two", 2],
  ] as const) {
    test(`of ${words} that redeem a code at once one wins at most, and nothing of the grant survives`, async () => {
      const { team, app, browser } = await people();
      for (let round = 0; round < rounds(world.dialect); round += 1) {
        const code = await app.code(browser, team);
        const answers = await together(parties, () => app.redeem(code));
        const winners = answers.filter(({ status }) => status === 200);
        assert.ok(winners.length <= 1, `${winners.length} winners in round ${round}`);
        for (const loser of answers.filter(({ status }) => status !== 200))
          await assertRefused(loser, "invalid_grant");
        for (const winner of winners) await assertDead(team, app, await tokensOf(winner));
        assert.equal((await newestGrant(team)).ended_because, "code_replayed");
        world.pass(1);
      }
    });
  }

  test("of several that refresh at once without overlap one wins at most, and nothing of the grant survives", async () => {
    const { team, app, browser } = await people(loggedApp(world, { refreshOverlapSeconds: 0 }));
    for (let round = 0; round < rounds(world.dialect); round += 1) {
      const tokens = await tokensOf(app.redeem(await app.code(browser, team)));
      const answers = await together(round % 2 === 0 ? 8 : 2, () =>
        app.refresh(tokens.refresh_token),
      );
      const winners = answers.filter(({ status }) => status === 200);
      assert.ok(winners.length <= 1, `${winners.length} winners in round ${round}`);
      for (const winner of winners) await assertDead(team, app, await tokensOf(winner));
      await assertDead(team, app, tokens);
      assert.equal((await newestGrant(team)).ended_because, "refresh_token_reused");
      world.pass(1);
    }
  });

  test("all that refresh at once within the overlap have the same tokens, whichever came first, and those work", async () => {
    // Requests lock the grant in another order than they arrive, and servers' clocks differ.
    let sway = 0;
    const clock = () => Date.parse(world.now) + ((sway += 7) % 10) * 100;
    const { team, app, browser } = await people(loggedApp(world, { clock }));
    let { refresh_token } = await tokensOf(app.redeem(await app.code(browser, team)));
    for (let round = 0; round < rounds(world.dialect); round += 1) {
      const token = refresh_token;
      const answers = await together(8, () => tokensOf(app.refresh(token)));
      const pairs = answers.map((answer) => `${answer.access_token} ${answer.refresh_token}`);
      assert.equal(new Set(pairs).size, 1);
      const [answer] = answers;
      assert.ok(answer);
      assert.equal(await statusOf(team, answer.access_token), 200);
      ({ refresh_token } = answer);
    }
    assert.equal((await newestGrant(team)).ended_at, null);
  });

  test("no token survives a refresh that races with giving the access back", async () => {
    const { team, app, browser } = await people();
    for (let round = 0; round < rounds(world.dialect); round += 1) {
      const tokens = await tokensOf(app.redeem(await app.code(browser, team)));
      const [, given] = await ordered(round, [
        () => app.refresh(tokens.refresh_token),
        () => app.revoke(round % 4 < 2 ? tokens.refresh_token : tokens.access_token),
      ]);
      assert.equal(given?.status, 200);
      await assertNothingLeft(team, app, tokens);
    }
  });

  test("no token survives a refresh that races with disconnecting the app", async () => {
    const { team, app, browser } = await people();
    for (let round = 0; round < rounds(world.dialect); round += 1) {
      world.pass(1);
      const tokens = await tokensOf(app.redeem(await app.code(browser, team)));
      const press = await disconnecting(browser, team);
      await ordered(round, [() => app.refresh(tokens.refresh_token), press]);
      await assertNothingLeft(team, app, tokens);
    }
  });

  test("no token survives the redeeming of a code that races with disconnecting the app", async () => {
    const { team, app, browser } = await people();
    for (let round = 0; round < rounds(world.dialect); round += 1) {
      world.pass(1);
      const code = await app.code(browser, team);
      const press = await disconnecting(browser, team);
      const [redeemed] = await ordered(round, [() => app.redeem(code), press]);
      assert.ok(redeemed);
      if (redeemed instanceof Response && redeemed.status === 200)
        await assertDead(team, app, await tokensOf(redeemed));
      assert.equal((await newestGrant(team)).ended_because, "disconnected");
    }
  });

  test("an answer that is sent several times at once is one grant", async () => {
    const { team, app, browser } = await people();
    for (let round = 0; round < rounds(world.dialect); round += 1) {
      const fields = filledIn(
        formOf(await browser.open(app.authorizePath())),
        { team: team.id },
        "Allow",
      );
      const pages = await together(4, () => browser.send("/oauth/consent", fields));
      assert.deepEqual(
        pages.map(({ status }) => status).toSorted((a, b) => a - b),
        [303, 403, 403, 403],
      );
      assert.equal((await grantsOf(team)).length, round + 1);
    }
  });

  test("of Allow and Deny at once one counts", async () => {
    const { team, app, browser } = await people();
    for (let round = 0; round < rounds(world.dialect); round += 1) {
      const before = (await grantsOf(team)).length;
      const form = formOf(await browser.open(app.authorizePath()));
      const pages = await together(2, (index) =>
        browser.send(
          "/oauth/consent",
          filledIn(form, { team: team.id }, (index + round) % 2 === 0 ? "Allow" : "Deny"),
        ),
      );
      const back = pages.filter(({ leftTo }) => leftTo !== null);
      assert.equal(back.length, 1);
      const isAllowed = back[0]?.leftTo?.includes("code=") === true;
      assert.equal((await grantsOf(team)).length, before + (isAllowed ? 1 : 0));
    }
  });

  test("no grant comes of an approval that races with signing out, or it is there as it was given", async () => {
    const team = await world.team();
    const app = await App.register(world);
    for (let round = 0; round < rounds(world.dialect) / 4; round += 1) {
      const browser = await signedIn(team);
      const page = await browser.open(app.authorizePath());
      const signOut = await new WebApp(world, browser).ready("DELETE /api/me/session", {});
      const before = (await grantsOf(team)).length;
      const fields = filledIn(formOf(page), { team: team.id }, "Allow");
      const [answer] = await ordered(round, [
        () => browser.send("/oauth/consent", fields),
        signOut,
      ]);
      assert.ok(answer && "leftTo" in answer);
      assert.ok([303, 401, 403].includes(answer.status), answer.html);
      assert.equal((await grantsOf(team)).length, before + (answer.status === 303 ? 1 : 0));
    }
  });

  test("an app that asks while the person signs out is answered", async () => {
    const team = await world.team();
    const app = await App.register(world);
    for (let round = 0; round < rounds(world.dialect) / 4; round += 1) {
      const browser = await signedIn(team);
      const signOut = await new WebApp(world, browser).ready("DELETE /api/me/session", {});
      const [page] = await ordered(round, [() => browser.open(app.authorizePath()), signOut]);
      assert.equal(page?.status, 200);
    }
  });

  /** Asserts that the tokens and their possible successors are all refused. */
  async function assertNothingLeft(team: Team, app: App, tokens: TokenAnswer): Promise<void> {
    await assertDead(team, app, tokens);
    const alive = (await grantsOf(team)).filter(({ ended_at }) => ended_at === null);
    assert.deepEqual(alive, []);
  }
});

/** Runs both at once, starting either first. */
async function ordered<A, B>(
  round: number,
  [one, other]: readonly [() => Promise<A>, () => Promise<B>],
): Promise<[A, B]> {
  if (round % 2 === 0) return Promise.all([one(), other()]);
  const [second, first] = await Promise.all([other(), one()]);
  return [first, second];
}

/** Returns a function that disconnects the most recently connected app. */
async function disconnecting(browser: Browser, team: Team) {
  const { id } = await newestGrant(team);
  const app = new WebApp(team.world, browser);
  return app.ready("DELETE /api/teams/:team/apps/:id", { team: team.id, id });
}

async function newestGrant(team: Team) {
  const grants = (await grantsOf(team)).toSorted((one, other) =>
    one.created_at < other.created_at ? -1 : 1,
  );
  return grants.at(-1) ?? assert.fail();
}

async function assertDead(team: Team, app: App, tokens: TokenAnswer): Promise<void> {
  assert.equal(await statusOf(team, tokens.access_token), 401);
  await assertRefused(app.refresh(tokens.refresh_token), "invalid_grant");
}
