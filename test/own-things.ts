import assert from "node:assert/strict";
import type { IdOf } from "../src/core/example.ts";
import { stateBalance } from "../src/domains/bank-accounts/state-balance.ts";
import { versionOf } from "../src/domains/timesheet/tracked-time.ts";
import { linkTransfer } from "../src/domains/transfers/link-transfer.ts";
import type { Team } from "./app.ts";
import { addAccount } from "./bank-accounts.ts";
import { importTwice } from "./imports.ts";
import { addTeamRate } from "./rates.ts";
import { addRule } from "./rules.ts";
import { addProject } from "./tracker.ts";
import { addTransaction, ownerContext } from "./transactions.ts";

/**
 * One record of each kind that tools and routes of domains name in their examples. Files are imported only
 * where the example names an import: each is read in a thread of its own.
 */
export async function ownThings(
  team: Team,
  example: Example = ofEverything,
): Promise<Readonly<Record<string, string>>> {
  const tag = await team.call("tags_create", { name: "Regular" });
  const other = await team.call("tags_create", { name: "Rare" });
  const customer = await team.call("customers_create", {
    name: "Acme",
    email: "hello@acme.example",
    tag_ids: [tag.id],
  });
  const project_seen = team.world.now;
  const project = await addProject(team, { name: "Website", customer_id: customer.id });
  const app = await addProject(team, { name: "App" });
  const entry = await team.call("tracker_start_timer", { project_id: project });
  const account = await addAccount(team, { name: "Main account" });
  const empty = await addAccount(team, { name: "Empty account", number: null });
  await stateBalance(ownerContext(team), { id: account, day: "2026-10-01", minor: 0 });
  const transaction = await addTransaction(team, account);
  const savings = await addAccount(team, { name: "Savings", number: null });
  const received = await addTransaction(team, savings, { amount_minor: 350 });
  const paid = await addTransaction(team, account, { amount_minor: -200 });
  const got = await addTransaction(team, savings, { amount_minor: 200 });
  await linkTransfer(ownerContext(team), { id: paid.id, other_id: got.id });
  const twin = await addTransaction(team, account);
  // Before the rule, which runs on what is added by hand.
  await addTransaction(team, account, { name: "Hetzner", amount_minor: -1190 });
  const rule = await addRule(team);
  const category = await team.call("categories_create", { name: "Coffee" });
  const imported = kindsIn(example).has("import")
    ? { import: await importTwice(team, savings) }
    : {};
  const rate = await addTeamRate(team, { currency: "USD", day: "2026-11-20", rate: "1.15" });
  return {
    bank_account: account,
    ...imported,
    import_hash: "0".repeat(64),
    empty_account: empty,
    category: category.id,
    customer: customer.id,
    customer_seen: customer.updated_at,
    tag: tag.id,
    other_tag: other.id,
    team_rate: rate,
    tracker_project: project,
    project_seen,
    other_project: app,
    tracker_entry: entry.id,
    version: versionOf({
      project_id: project,
      assigned_id: team.userId,
      date: entry.date,
      start: entry.start,
      stop: null,
      duration: null,
      description: null,
    }),
    transaction: transaction.id,
    transaction_seen: transaction.updated_at,
    other_transaction: received.id,
    twin_transaction: twin.id,
    linked_transaction: paid.id,
    rule: rule.id,
    rule_seen: rule.updated_at,
    user: team.userId,
  };
}

type Example = (idOf: IdOf) => unknown;

function ofEverything(idOf: IdOf): unknown {
  return idOf("import");
}

/** Kinds of records that an example names. */
export function kindsIn(example: Example): ReadonlySet<string> {
  const kinds = new Set<string>();
  example((kind) => {
    kinds.add(kind);
    return kind;
  });
  return kinds;
}

/** Looks up the ids that an example asks for. */
export function idIn(things: Readonly<Record<string, string>>): IdOf {
  return (kind) => things[kind] ?? assert.fail(`test/own-things.ts makes no ${kind}`);
}
