import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase } from "../../test/app.ts";
import { formOf, textOf } from "../../test/browser.ts";
import { answer, question } from "../../test/consent.ts";
import { listed } from "../../test/mcp.ts";
import {
  allow,
  App,
  assertNothingGranted,
  grantsOf,
  person,
  signedIn,
  tokensOf,
} from "../../test/oauth.ts";
import { addMember } from "../accounts/members.ts";
import { SCOPES } from "../accounts/scopes.ts";

const MINUTE_MS = 60_000;

/** Requested scopes, a choice of the consent page, and the scopes that it grants. */
const GRANTED = [
  ["tags.read", "read", "tags.read"],
  ["tags.read apis.read", "read", "tags.read apis.read"],
  ["customers.read tags.write customers.write", "read", "customers.read"],
  [
    "customers.read tags.write customers.write",
    "change",
    "customers.read tags.write customers.write",
  ],
  ["tags.write", "change", "tags.write"],
  ["apis.read tags.write", "read", "apis.read"],
  ["apis.all", "read", "apis.read"],
  ["tags.read apis.all apis.read", "read", "tags.read apis.read"],
  ["tags.write apis.all", "read", "apis.read"],
  ["apis.all", "change", SCOPES.join(" ")],
  ["apis.read apis.all", "change", `apis.read ${SCOPES.join(" ")}`],
  ["apis.all", "delete", "apis.all"],
  ["tags.write apis.read apis.all", "delete", "tags.write apis.read apis.all"],
] as const;

onAnyDatabase((world) => {
  test("each choice grants its scopes exactly, whatever else is posted, and tokens say so", async () => {
    const { browser, app, team } = await question(world);
    for (const [asked, access, granted] of GRANTED) {
      const page = await browser.open(app.authorizePath({ scope: asked }));
      const allowed = await allow(browser, page, team, { access, scope: "apis.all" });
      const tokens = await tokensOf(app.redeem(app.cameBack(allowed).get("code") ?? ""));
      assert.equal(tokens.scope, granted, `${access} of ${asked}`);
      assert.equal((await tokensOf(app.refresh(tokens.refresh_token))).scope, granted);
    }
    const held = (await grantsOf(team)).map(({ scopes }) => scopes.join(" "));
    assert.deepEqual(held.toSorted(), GRANTED.map(([, , granted]) => granted).toSorted());
  });

  test("each choice opens its tools while the team lets assistants delete, and no wider ones", async () => {
    const { browser, app, team } = await question(world);
    await team.set({ destructive_ai_tools: true });
    const opened = async (access: string) => {
      const page = await browser.open(app.authorizePath({ scope: "apis.all" }));
      const back = app.cameBack(await allow(browser, page, team, { access }));
      const { access_token } = await tokensOf(app.redeem(back.get("code") ?? ""));
      const tools = await listed(team.withKey(access_token));
      return ["tags_list", "tags_create", "tags_delete"].filter((tool) => tools.includes(tool));
    };
    assert.deepEqual(await opened("read"), ["tags_list"]);
    assert.deepEqual(await opened("change"), ["tags_list", "tags_create"]);
    assert.deepEqual(await opened("delete"), ["tags_list", "tags_create", "tags_delete"]);
  });

  test("an answer that cannot be taken is shown again as it was given", async () => {
    const asked = await question(world);
    const page = await answer(asked, { team: [], access: "read" });
    assert.equal(page.status, 422);
    assert.match(textOf(page.html), /No team is chosen, or you are not a member of it/);
    assert.deepEqual(
      formOf(page).fields.filter(([name]) => name === "access"),
      [["access", "read"]],
    );
    const back = asked.app.cameBack(
      await allow(asked.browser, { ...page, status: 200 }, asked.team),
    );
    assert.equal((await tokensOf(asked.app.redeem(back.get("code") ?? ""))).scope, "apis.read");
  });

  test("who posts a wider choice than a member may give grants every single scope instead", async () => {
    const member = await (await world.team({ destructive_ai_tools: true })).member("member");
    const browser = await signedIn(member);
    const app = await App.register(world);
    const page = await browser.open(app.authorizePath({ scope: "apis.all" }));
    assert.deepEqual(
      formOf(page).fields.filter(([name]) => name === "access"),
      [["access", "change"]],
    );
    const back = app.cameBack(await allow(browser, page, member, { access: "delete" }));
    const { scope } = await tokensOf(app.redeem(back.get("code") ?? ""));
    assert.equal(scope, SCOPES.join(" "));
  });

  test("a member's consent to apis.all grants every single scope instead, for good, and says so", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const member = await team.member("member");
    const browser = await signedIn(member);
    const app = await App.register(world);
    const page = await browser.open(app.authorizePath({ scope: "apis.all" }));
    assert.match(textOf(page.html), /As a member you cannot let an app delete here/);
    const back = app.cameBack(await allow(browser, page, member));
    const tokens = await tokensOf(app.redeem(back.get("code") ?? ""));
    assert.deepEqual(tokens.scope.split(" ").toSorted(), [...SCOPES].toSorted());
    const through = member.withKey(tokens.access_token);
    await through.call("tags_create", { name: "Written" });
    for (const settings of [{}, { destructive_ai_tools: true }, { member_full_access: true }]) {
      await team.set(settings);
      assert.ok(!(await listed(through)).includes("tags_delete"));
    }
  });

  test("a member's consent beside apis.all keeps what else was asked for", async () => {
    const team = await world.team();
    const member = await team.member("member");
    const app = await App.register(world);
    const { scope } = await app.connect(member, { scope: "apis.read apis.all tags.read" });
    assert.deepEqual(scope.split(" ").toSorted(), ["apis.read", ...SCOPES].toSorted());
  });

  test("a member's consent to anything else grants that and no more", async () => {
    const member = await (await world.team()).member("member");
    const app = await App.register(world);
    for (const asked of ["tags.read", "apis.read", "apis.read customers.write"]) {
      const { scope } = await app.connect(member, { scope: asked });
      assert.equal(scope, asked);
    }
  });

  test("a member whose team allows full access can grant apis.all", async () => {
    const team = await world.team({ destructive_ai_tools: true, member_full_access: true });
    const member = await team.member("member");
    const app = await App.register(world);
    const { scope, access_token } = await app.connect(member, { scope: "apis.all" });
    assert.equal(scope, "apis.all");
    const through = member.withKey(access_token);
    assert.ok((await listed(through)).includes("tags_delete"));
    await team.set({ member_full_access: false });
    assert.ok(!(await listed(through)).includes("tags_delete"));
  });

  for (const role of ["owner", "admin"] as const) {
    test(`an ${role} can grant apis.all, which deletes once the team enables it`, async () => {
      const team = await world.team();
      const person = await team.member(role);
      const app = await App.register(world);
      const { scope, access_token } = await app.connect(person, { scope: "apis.all" });
      assert.equal(scope, "apis.all");
      const through = person.withKey(access_token);
      assert.ok(!(await listed(through)).includes("tags_delete"));
      await team.set({ destructive_ai_tools: true });
      assert.ok((await listed(through)).includes("tags_delete"));
    });
  }

  test("a person in several teams chooses one, and none is preselected", async () => {
    const [one, other] = [await world.team(), await world.team()];
    const { email } = await person(one);
    await addMember({ ...other.auditContext, now: world.now }, { email }, "member");
    await other.call("tags_create", { name: "Of the other team" });
    const browser = await signedIn(one);
    const app = await App.register(world);
    const page = await browser.open(app.authorizePath());
    const offered = [...page.html.matchAll(/name="team"\s+value="([^"]*)"/g)].map(
      ([, id = ""]) => id,
    );
    assert.deepEqual(offered.toSorted(), [one.id, other.id].toSorted());
    assert.deepEqual(
      formOf(page).fields.filter(([name]) => name === "team"),
      [],
    );
    const back = app.cameBack(await allow(browser, page, other));
    const { access_token, scope } = await tokensOf(app.redeem(back.get("code") ?? ""));
    assert.ok(!scope.includes("apis.all"), "the role in the chosen team counts");
    const { items } = await one.withKey(access_token).call("tags_list");
    assert.deepEqual(
      items.map(({ name }: { name: string }) => name),
      ["Of the other team"],
    );
    assert.deepEqual(await grantsOf(one), []);
  });

  test("a person without a team cannot approve an app", async () => {
    const asked = await question(world);
    await world.database.begin((db) =>
      db.deleteFrom("memberships").where("user_id", "=", asked.team.userId).execute(),
    );
    const page = await asked.browser.open(asked.app.authorizePath());
    assert.match(textOf(page.html), /You are not in a team/);
    await assertNothingGranted(world, async () => assert.equal((await answer(asked)).status, 403));
  });

  test("an approval is journalled with who gave it in which session, and what, but no secret", async () => {
    const asked = await question(world);
    const code = asked.app.cameBack(await answer(asked)).get("code") ?? "";
    const [event, ...more] = await asked.team.journalOf("oauth/authorize");
    const [grant] = await grantsOf(asked.team);
    assert.deepEqual(more, []);
    assert.deepEqual(
      [event?.actor_id, event?.credential_kind, event?.outcome],
      [asked.team.userId, "session", "done"],
    );
    const [change] = event?.changes ?? [];
    assert.deepEqual([change?.subject_type, change?.subject_id], ["oauth_grant", grant?.id]);
    assert.deepEqual(change?.before, null);
    const journal = JSON.stringify(await asked.team.journal());
    for (const secret of [code, grant?.code_hash ?? "-", grant?.code_challenge ?? "-"])
      assert.ok(!journal.includes(secret));
  });

  test("a code is kept as a hash, in a grant of 180 days", async () => {
    const asked = await question(world);
    const code = asked.app.cameBack(await answer(asked)).get("code") ?? "";
    assert.match(code, /^svc_ac_[0-9A-Za-z]{49}$/);
    const [grant] = await grantsOf(asked.team);
    assert.match(grant?.code_hash ?? "", /^[0-9a-f]{64}$/);
    const lives = Date.parse(grant?.expires_at ?? "") - Date.parse(grant?.created_at ?? "");
    assert.equal(lives, 180 * 24 * 60 * MINUTE_MS);
    assert.equal(
      Date.parse(grant?.code_expires_at ?? "") - Date.parse(grant?.created_at ?? ""),
      MINUTE_MS,
    );
  });

  test("an app is known as approved from its first approval on", async () => {
    const asked = await question(world);
    const approvedAt = async () => {
      const clients = world.database.reader.selectFrom("oauth_clients").select("approved_at");
      const row = await clients.where("id", "=", asked.app.id).executeTakeFirstOrThrow();
      return row.approved_at;
    };
    assert.equal(await approvedAt(), null);
    await answer(asked);
    const first = world.now;
    world.pass(1000);
    await allow(asked.browser, await asked.browser.open(asked.app.authorizePath()), asked.team);
    assert.equal(await approvedAt(), first);
  });
});
