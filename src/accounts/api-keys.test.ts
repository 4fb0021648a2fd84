import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { crc32 } from "node:zlib";
import { onAnyDatabase, type Team } from "../../test/app.ts";
import { assertUntouched } from "../../test/mcp.ts";
import { Refusal } from "../core/errors.ts";
import { createKey, listKeys, type NewKey, revokeKey, teamOfKey } from "./api-keys.ts";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

onAnyDatabase((world) => {
  test("a key is svc_, 43 random base62 characters, and the CRC32 of all before in 6", async () => {
    const team = await world.team();
    const keys = await Promise.all(Array.from({ length: 20 }, () => team.mint("read")));
    assert.equal(new Set(keys).size, keys.length);
    for (const key of keys) {
      assert.match(key, /^svc_[0-9A-Za-z]{49}$/);
      const digits = key.slice(-6).split("");
      const checksum = digits.reduce((sum, digit) => sum * 62 + DIGITS.indexOf(digit), 0);
      assert.equal(checksum, crc32(key.slice(0, -6)));
    }
  });

  test("only the SHA-256 of a key is stored, and neither its list nor its journal would let anybody in", async () => {
    const team = await world.team();
    const key = await team.mint("all");
    const stored = JSON.stringify(
      await world.database.reader.selectFrom("api_keys").selectAll().execute(),
    );
    const shown = JSON.stringify([await listKeys(team.auditContext), await team.journal()]);
    const hash = createHash("sha256").update(key).digest("hex");
    assert.ok(stored.includes(hash) && !stored.includes(key));
    assert.ok(!shown.includes(hash) && !shown.includes(key));
  });

  test("a preset decides the scopes, and only restricted has those that were chosen, each once", async () => {
    const team = await world.team();
    const scopes = ["tags.write", "customers.read", "tags.write"];
    const ids = [
      (await mint(team, { preset: "all" })).id,
      (await mint(team, { preset: "read" })).id,
      (await mint(team, { preset: "restricted", scopes })).id,
    ];
    const keys = await listKeys(team.auditContext);
    assert.deepEqual(
      ids.map((id) => keys.find((key) => key.id === id)?.scopes),
      [["apis.all"], ["apis.read"], ["tags.write", "customers.read"]],
    );
  });

  describe("no key is minted", () => {
    for (const [name, wrong, path] of [
      ["restricted without scopes", { preset: "restricted" }, "scopes"],
      ["restricted to nothing", { preset: "restricted", scopes: [] }, "scopes"],
      [
        "restricted to a scope that there is not",
        { preset: "restricted", scopes: ["categories.read"] },
        "scopes",
      ],
      [
        "restricted to a permission that there is not",
        { preset: "restricted", scopes: ["reports.write"] },
        "scopes",
      ],
      ["restricted to everything", { preset: "restricted", scopes: ["apis.all"] }, "scopes"],
      ["read with scopes", { preset: "read", scopes: ["tags.write"] }, "scopes"],
      ["all with scopes", { preset: "all", scopes: ["tags.write"] }, "scopes"],
      ["for somebody who is not in the team", { preset: "read", userId: randomUUID() }, "user"],
    ] as const) {
      test(name, async () => {
        const team = await world.team();
        await refused(team, () => mint(team, wrong), path);
      });
    }

    test("for a team that there is not", async () => {
      const team = await world.team();
      const nowhere = { ...team.auditContext, team: { id: randomUUID() } };
      const newKey = { userId: team.userId, name: "Key", preset: "read" } as const;
      await refused(team, () => createKey(nowhere, newKey), "team");
    });

    test("with everything for a member, unless the team allows it", async () => {
      const team = await world.team();
      const member = await team.member("member");
      await refused(team, () => mint(team, { preset: "all", userId: member.userId }), "preset");
      await team.set({ member_full_access: true });
      await mint(team, { preset: "all", userId: member.userId });
    });
  });

  test("an admin's key may hold everything", async () => {
    const team = await world.team();
    const admin = await team.member("admin", { preset: "all" });
    assert.ok((await admin.call("tags_create", { name: "New" })).id);
  });

  test("a list has the team's keys, the newest first, with their last four characters", async () => {
    const team = await world.team();
    await world.team();
    world.pass(1);
    const { id, key } = await mint(team, {
      preset: "read",
      name: "Phone",
      expiresAt: "2027-01-01T00:00:00.000Z",
    });
    const [newest, oldest, ...more] = await listKeys(team.auditContext);
    assert.deepEqual(newest, {
      id,
      user_id: team.userId,
      name: "Phone",
      scopes: ["apis.read"],
      hint: key.slice(-4),
      created_at: world.now,
      expires_at: "2027-01-01T00:00:00.000Z",
      revoked_at: null,
      replaced_by: null,
      last_used_at: null,
    });
    assert.equal(oldest?.hint, team.key.slice(-4));
    assert.deepEqual(more, []);
  });

  test("a key that was revoked stays revoked at that moment", async () => {
    const team = await world.team();
    const { id } = await mint(team, { preset: "read" });
    const first = await revokeKey(team.auditContext, id);
    assert.deepEqual(first, { id, revoked_at: team.auditContext.now });
    const later = { ...team.auditContext, now: "2027-01-01T00:00:00.000Z" };
    assert.deepEqual(await assertUntouched(team, () => revokeKey(later, id)), first);
  });

  test("minting and revoking are journalled with the key's id", async () => {
    const team = await world.team();
    const { id } = await mint(team, { preset: "read" });
    world.pass(1);
    await revokeKey(team.auditContext, id);
    const [minted, revoked, ...more] = (await team.journal())
      .flatMap(({ changes }) => changes)
      .filter((change) => change.subject_id === id);
    assert.equal(minted?.before, null);
    assert.equal(Object(minted?.after).name, "Key");
    assert.deepEqual(revoked?.before, { revoked_at: null });
    assert.deepEqual(revoked?.after, { revoked_at: team.auditContext.now });
    assert.deepEqual(more, []);
  });

  test("the key of another team is none of ours", async () => {
    const team = await world.team();
    const other = await world.team();
    const [key] = await listKeys(other.auditContext);
    const id = key?.id ?? "";
    await refused(other, () => revokeKey(team.auditContext, id), "id");
    await refused(team, () => revokeKey(team.auditContext, randomUUID()), "id");
    assert.equal(await teamOfKey(team.auditContext, id), other.id);
    await refused(team, () => teamOfKey(team.auditContext, randomUUID()), "id");
  });
});

async function mint(
  team: Team,
  newKey: Partial<NewKey> & Pick<NewKey, "preset">,
): Promise<{ id: string; key: string }> {
  return createKey(
    { ...team.auditContext, now: team.world.now },
    { userId: team.userId, name: "Key", ...newKey },
  );
}

/** Asserts a refusal at that path, and that the team's keys and journal are unchanged. */
async function refused(team: Team, work: () => Promise<unknown>, path: string): Promise<void> {
  const before = await listKeys(team.auditContext);
  await assertUntouched(team, () =>
    assert.rejects(work(), (error) => {
      assert.ok(error instanceof Refusal);
      assert.equal(error.path, path);
      return true;
    }),
  );
  assert.deepEqual(await listKeys(team.auditContext), before);
}
