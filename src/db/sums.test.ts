import assert from "node:assert/strict";
import { test } from "node:test";
import { expressionBuilder } from "kysely";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { addAccount } from "../../test/bank-accounts.ts";
import { Refusal } from "../core/errors.ts";
import { sumOf } from "../core/money.ts";
import { MOST_MINOR } from "../shared/money.ts";
import type { Schema } from "./schema/schema.ts";
import { exactSums, sumAsText } from "./sums.ts";

onEachDatabase((world) => {
  async function summed(team: Team): Promise<bigint> {
    const build = expressionBuilder<Schema, "bank_accounts">();
    const { sum } = await exactSums(() =>
      world.database.reader
        .selectFrom("bank_accounts")
        .where("team_id", "=", team.id)
        .select(sumAsText(build.ref("opening_minor")).as("sum"))
        .executeTakeFirstOrThrow(),
    );
    return sumOf(sum);
  }

  async function add(team: Team, minors: readonly number[]): Promise<void> {
    for (const [index, opening_minor] of minors.entries())
      await addAccount(team, { name: `Account ${index}`, number: null, opening_minor });
  }

  test("a sum is exact to the last unit, as large as a figure may be", async () => {
    const team = await world.team();
    assert.equal(await summed(team), 0n);
    await add(team, [...Array<number>(10).fill(MOST_MINOR), 3]);
    assert.equal(await summed(team), 999_999_999_999_993n);
    const debts = await world.team();
    await add(debts, [-MOST_MINOR, 1, -2]);
    assert.equal(await summed(debts), -100_000_000_000_000n);
  });

  test("a larger sum is refused, and is not rounded", async () => {
    const team = await world.team();
    await add(team, [...Array<number>(10).fill(MOST_MINOR), 10]);
    await assert.rejects(summed(team), isTooLarge);
  });
});

test("a sum beyond 64 bits of SQLite is refused in the same words", async () => {
  const failing = exactSums(async () => {
    throw new Error("integer overflow");
  });
  await assert.rejects(failing, isTooLarge);
  const other = new Error("no such table");
  await assert.rejects(
    exactSums(() => Promise.reject(other)),
    other,
  );
  for (const text of ["1000000000000000", "-1000000000000000", "99999999999999999999999"])
    assert.throws(() => sumOf(text), isTooLarge);
  assert.equal(sumOf("-999999999999999"), -999_999_999_999_999n);
  assert.equal(sumOf(null), 0n);
});

function isTooLarge(error: unknown): boolean {
  return error instanceof Refusal && error.code === "too_large";
}
