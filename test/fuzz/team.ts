import { randomBytes } from "node:crypto";
import { createKey, revokeKey } from "../../src/accounts/api-keys.ts";
import { newSecret } from "../../src/core/secrets.ts";
import type { Team, World } from "../app.ts";
import { addAccount } from "../bank-accounts.ts";
import { addDraft } from "../invoices.ts";
import { HOSTING, Receipts } from "../receipts.ts";
import { addEntry, addProject } from "../tracker.ts";
import { addTransaction } from "../transactions.ts";
import type { Keys } from "./facts.ts";

/** Name in every row of the quiet team: no answer may contain it. */
export const SECRET_NAME = "Nobody else's business";

/** The team that is called, with records of every kind. */
export async function busyTeam(world: World): Promise<Team> {
  const team = await world.team({ destructive_ai_tools: true });
  await fill(team, "Busy", 20);
  return team;
}

/** A team on the same server that is never called. */
export async function quietTeam(world: World): Promise<Team> {
  const team = await world.team({ destructive_ai_tools: true });
  await fill(team, SECRET_NAME, 2);
  return team;
}

async function fill(team: Team, name: string, count: number): Promise<void> {
  const account = await addAccount(team, { name });
  const receipts = await Receipts.of(team);
  for (let number = 1; number <= count; number += 1) {
    const tag = await team.call("tags_create", { name: `${name} ${number}` });
    const customer = { name, email: "anna@acme.example", tag_ids: [tag.id] };
    const { id } = await team.call("customers_create", customer);
    // Random drafts are seldom whole: these can be sent.
    await addDraft(team, { customer_id: id, lines: [{ name }] });
    const project_id = await addProject(team, { name, customer_id: id });
    await addEntry(team, { project_id, description: name });
    await team.call("categories_create", { name: `${name} ${number}` });
    // Tools delete transactions, and none makes one.
    for (let more = 1; more <= 3; more += 1)
      await addTransaction(team, account, { name, amount_minor: -100 * number });
    const paid = { vendor: name, number: `${name} ${number}`, amount_minor: 100 * number };
    await receipts.add({ ...HOSTING, ...paid }, `${name} ${number}.txt`);
  }
  // A call may stop a timer where none starts one.
  const project_id = await addProject(team, { name });
  await team.call("tracker_start_timer", { project_id, description: name });
}

/** Keys of a team: with all scopes, with fewer, and invalid ones. */
export async function keysOf(team: Team): Promise<Keys> {
  const key = { userId: team.userId, name: "Ended", preset: "all" } as const;
  const revoked = await createKey(team.auditContext, key);
  await revokeKey(team.auditContext, revoked.id);
  const expired = await createKey(team.auditContext, {
    ...key,
    expiresAt: "2026-01-01T00:00:00.000Z",
  });
  return {
    full: team.key,
    lesser: [await team.mint("read"), await team.mint("restricted", ["tags.write"])],
    ended: [revoked.key, expired.key, newSecret("svc_", randomBytes)],
  };
}
