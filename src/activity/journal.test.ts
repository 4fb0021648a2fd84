import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { snapshotOf } from "../../test/rows.ts";
import { difference, record } from "./journal.ts";

const ACME = { name: "Acme", email: "anna@acme.example" };
const CLIENT = { name: "Inspector", version: "1.2.3" };

async function introduce(team: Team, clientInfo: object): Promise<void> {
  await team.rpc("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
}

async function keyIdOf(team: Team): Promise<string> {
  const { id } = await team.world.database.reader
    .selectFrom("api_keys")
    .select("id")
    .where("team_id", "=", team.id)
    .where("hint", "=", team.key.slice(-4))
    .executeTakeFirstOrThrow();
  return id;
}

onEachDatabase((world) => {
  test("every write is signed: when, who, by which credential, with which tool", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const customer = await team.call("customers_create", ACME);
    const tag = await team.call("tags_create", { name: "Wholesale" });
    await team.call("customers_update", { id: customer.id, tag_ids: [tag.id] });
    await team.call("tags_delete", { id: tag.id });
    await team.call("customers_delete", { id: customer.id });
    const credential_id = await keyIdOf(team);
    for (const tool of [
      "customers_create",
      "tags_create",
      "customers_update",
      "tags_delete",
      "customers_delete",
    ]) {
      const [event, ...others] = await team.journalOf(tool);
      assert.equal(others.length, 0);
      const {
        id: _id,
        subjects: _subjects,
        changes,
        ...signature
      } = event ?? { id: "", changes: [] };
      assert.deepEqual(signature, {
        team_id: team.id,
        created_at: world.now,
        actor_id: team.userId,
        credential_kind: "api_key",
        credential_id,
        client_name: null,
        client_version: null,
        tool,
        outcome: "done",
        reason: null,
        undoes_id: null,
        is_private: false,
        holder_id: null,
        redacted_at: null,
      });
      assert.ok(changes.length > 0);
    }
  });

  test("a write is signed by the person whose key it was", async () => {
    const team = await world.team();
    const mia = await team.member("admin", { preset: "all" });
    await mia.call("tags_create", { name: "Wholesale" });
    const [event] = await team.journalOf("tags_create");
    assert.equal(event?.actor_id, mia.userId);
    assert.notEqual(event?.actor_id, team.userId);
  });

  test("reading leaves no trace", async () => {
    const team = await world.team();
    const { id } = await team.call("customers_create", ACME);
    const before = await team.journal();
    await team.call("customers_get", { id });
    await team.call("customers_list");
    await team.call("tags_list");
    assert.deepEqual(await team.journal(), before);
  });

  test("a client that introduced itself under a key signs the calls that follow, under that key only", async () => {
    const team = await world.team();
    const other = await team.as("all");
    await introduce(team, CLIENT);
    await team.call("tags_create", { name: "a" });
    await other.call("tags_create", { name: "b" });
    await introduce(team, { name: "Other" });
    await team.call("tags_create", { name: "c" });
    const events = await team.journalOf("tags_create");
    const clients = events.map(({ changes, client_name, client_version }) => [
      changes[0]?.after,
      client_name,
      client_version,
    ]);
    const named = (name: string) =>
      clients.find(([after]) => (after as { name: string }).name === name)?.slice(1);
    assert.deepEqual(named("a"), ["Inspector", "1.2.3"]);
    assert.deepEqual(named("b"), [null, null]);
    assert.deepEqual(named("c"), ["Other", null]);
  });

  test("a client's name is kept printable and short", async () => {
    const team = await world.team();
    await introduce(team, { name: `In\0sp\u202eector\ud800${"x".repeat(500)}`, version: "\u0007" });
    await team.call("tags_create", { name: "Wholesale" });
    const [event] = await team.journalOf("tags_create");
    assert.equal(event?.client_name, `Inspector\ufffd${"x".repeat(500)}`.slice(0, 100));
    assert.equal(event?.client_version, "");
  });

  test("what a call creates has no before and what it deletes no after, and the other is the row", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const tag = await team.call("tags_create", { name: "Wholesale" });
    const given = { ...ACME, note: "Likes tea.", zip: "50667", tag_ids: [tag.id] };
    const { id } = await team.call("customers_create", given);
    const state = await team.state();
    const snapshots = (table: string) => state[table]?.map(snapshotOf);
    await team.call("customers_delete", { id });
    await team.call("tags_delete", { id: tag.id });
    for (const [tool, created, tables] of [
      ["tags_create", true, ["tags"]],
      ["customers_create", true, ["customers", "customer_tags"]],
      ["customers_delete", false, ["customer_tags", "customers"]],
      ["tags_delete", false, ["tags"]],
    ] as const) {
      const [event] = await team.journalOf(tool);
      const [gone, whole] = created
        ? (["before", "after"] as const)
        : (["after", "before"] as const);
      assert.deepEqual(
        event?.changes.map((change) => change[whole]),
        tables.flatMap(snapshots),
        tool,
      );
      assert.ok(event?.changes.every((change) => change[gone] === null));
    }
  });

  test("what a call changes is told by the columns that differ, before and after", async () => {
    const team = await world.team();
    const given = { ...ACME, phone: "1", note: "x", vatNumber: "2" };
    const { id, updated_at } = await team.call("customers_create", given);
    world.pass(1000);
    const change = { id, ...ACME, name: "Zenith", phone: null, note: "x", vatNumber: "3" };
    await team.call("customers_update", change);
    const [event] = await team.journalOf("customers_update");
    assert.equal(event?.changes.length, 1);
    assert.partialDeepStrictEqual(event?.changes[0], {
      subject_type: "customer",
      subject_id: id,
      before: { name: "Acme", phone: "1", vat_number: "2", updated_at },
      after: { name: "Zenith", phone: null, vat_number: "3", updated_at: world.now },
    });
    assert.equal(Object.keys(event?.changes[0]?.after as object).length, 4);
  });

  test("tags that a customer gains and loses are links that come and go", async () => {
    const team = await world.team();
    const [a, b, c] = await Promise.all(
      ["a", "b", "c"].map(async (name) => team.call("tags_create", { name })),
    );
    const { id } = await team.call("customers_create", { ...ACME, tag_ids: [a.id, b.id] });
    await team.call("customers_update", { id, tag_ids: [b.id, c.id] });
    const [event] = await team.journalOf("customers_update");
    const link = (tag: { id: string }) => ({ customer_id: id, tag_id: tag.id });
    const [customer, ...links] = event?.changes ?? [];
    assert.partialDeepStrictEqual(customer, { subject_type: "customer", before: {}, after: {} });
    assert.equal(links.length, 2);
    const of = { subject_type: "customer_tag", subject_id: id };
    assert.partialDeepStrictEqual(links[0], { ...of, before: link(a), after: null });
    assert.partialDeepStrictEqual(links[1], { ...of, before: null, after: link(c) });
  });

  test("a refused destructive call is journalled with its reason, and changes nothing", async () => {
    const team = await world.team();
    const { id } = await team.call("customers_create", ACME);
    const tag = await team.call("tags_create", { name: "Wholesale" });
    const before = await team.state();
    for (const [tool, subject] of [
      ["customers_delete", id],
      ["tags_delete", tag.id],
    ]) {
      const error = await team.refused(tool, { id: subject });
      assert.equal(error.code, "tool_not_available");
      const [event] = await team.journalOf(tool);
      assert.partialDeepStrictEqual(event, {
        outcome: "refused",
        reason: "tool_not_available",
        actor_id: team.userId,
      });
      assert.deepEqual(event?.changes, []);
    }
    assert.deepEqual(await team.state(), before);
  });

  test("no key, nor its hash, stands in the journal", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    await introduce(team, CLIENT);
    const { id } = await team.call("customers_create", ACME);
    await team.call("customers_delete", { id });
    const journal = JSON.stringify(await team.journal());
    const keys = await world.database.reader
      .selectFrom("api_keys")
      .select("secret_hash")
      .where("team_id", "=", team.id)
      .execute();
    for (const secret of [team.key, team.key.slice(4, 20), ...keys.map((key) => key.secret_hash)]) {
      assert.ok(!journal.includes(secret));
    }
  });

  test("nothing is journalled outside the transaction of its change", async () => {
    const team = await world.team();
    const before = await team.journal();
    await assert.rejects(record(team.auditContext, []), /outside a transaction/);
    assert.deepEqual(await team.journal(), before);
  });
});

test("a difference holds the fields that differ in value, however deep", () => {
  const before: Record<string, unknown> = { a: 1, b: [1, { c: 2 }], d: null, e: "x" };
  assert.deepEqual(difference(before, { ...before, b: [1, { c: 2 }] }), { before: {}, after: {} });
  assert.deepEqual(difference(before, { ...before, b: [1, { c: 3 }], d: 0 }), {
    before: { b: [1, { c: 2 }], d: null },
    after: { b: [1, { c: 3 }], d: 0 },
  });
});
