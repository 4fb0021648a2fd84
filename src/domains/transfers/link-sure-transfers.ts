import { sql } from "kysely";
import type { Recording } from "../../activity/journal.ts";
import type { AuditContext } from "../../db/context.ts";
import { pause, ROWS_A_CHUNK } from "../../db/transaction.ts";
import { payingAmong } from "../invoices/linked-payments.ts";
import { lockRows } from "../transactions/transaction.ts";
import { writeTransactions } from "../transactions/write-transactions.ts";
import { looksLikeTransfer } from "./transfer-pairs.ts";

type Candidates = {
  readonly one_id: string;
  readonly other_id: string;
  /** As a hash, named by the bank. */
  readonly one_counterparty: string | null;
  readonly other_counterparty: string | null;
  readonly one_number: string | null;
  readonly other_number: string | null;
};

/**
 * Links sure transfers among transactions that came: the bank names the other account, and each side has no other
 * candidate. What pays an invoice is no transfer. Needs the lock of the team.
 * @param ids of all that came, since each may be a candidate of another
 */
export async function linkSureTransfers(
  context: AuditContext,
  ids: readonly string[],
  recording: Recording,
): Promise<void> {
  if (!(await hasNumbers(context))) return;
  const near = await candidatesOf(context, ids);
  const others = new Set(near.map(({ other_id }) => other_id));
  for (const id of ids) others.delete(id);
  const all = [...near, ...(await candidatesOf(context, [...others]))];
  const pairs = surePairs(all);
  for (let from = 0; from < pairs.length; from += ROWS_A_CHUNK / 2) {
    const chunk = pairs.slice(from, from + ROWS_A_CHUNK / 2);
    const paying = await payingAmong(context, chunk.flat());
    const some = chunk.filter((pair) => pair.every((id) => !paying.has(id)));
    const transferOf = new Map(
      some.flatMap((pair) => {
        const transfer_id = context.newId();
        return pair.map((id) => [id, transfer_id] as const);
      }),
    );
    const rows = await lockRows(context, [...transferOf.keys()]);
    const changed = rows.map((row) => ({
      row,
      values: { transfer_id: transferOf.get(row.id) ?? null },
    }));
    await recording.add(await writeTransactions(context, { changed }));
    await pause(context);
  }
}

/**
 * Picks pairs of which a side names the other's account, no side names another, and neither is in another such pair.
 * @param candidates each pair once or in both directions
 */
function surePairs(candidates: readonly Candidates[]): readonly (readonly [string, string])[] {
  const named = candidates.filter(isNamed);
  const partners = new Map<string, Set<string>>();
  for (const { one_id, other_id } of named)
    for (const [id, partner] of [
      [one_id, other_id],
      [other_id, one_id],
    ] as const)
      partners.set(id, (partners.get(id) ?? new Set<string>()).add(partner));
  return [...partners].flatMap(([id, [partner, ...more]]) =>
    partner !== undefined && more.length === 0 && id < partner && partners.get(partner)?.size === 1
      ? [[id, partner] as const]
      : [],
  );
}

function isNamed(pair: Candidates): boolean {
  const { one_counterparty, other_counterparty, one_number, other_number } = pair;
  if (one_counterparty === null && other_counterparty === null) return false;
  return (
    (one_counterparty === null || one_counterparty === other_number) &&
    (other_counterparty === null || other_counterparty === one_number)
  );
}

/** Without two accounts and a number no side can name the other. */
async function hasNumbers({ db, team }: AuditContext): Promise<boolean> {
  const accounts = await db
    .selectFrom("bank_accounts")
    .select("number_hash")
    .where("team_id", "=", team.id)
    .execute();
  return accounts.length > 1 && accounts.some(({ number_hash }) => number_hash !== null);
}

async function candidatesOf(
  context: AuditContext,
  ids: readonly string[],
): Promise<readonly Candidates[]> {
  const { db, team } = context;
  const found: Candidates[] = [];
  for (let from = 0; from < ids.length; from += ROWS_A_CHUNK) {
    const some = ids.slice(from, from + ROWS_A_CHUNK);
    const { rows } = await sql<Candidates>`
      select one.id as one_id, other.id as other_id,
        one.counterparty_hash as one_counterparty, other.counterparty_hash as other_counterparty,
        one_account.number_hash as one_number, other_account.number_hash as other_number
      from transactions as one
      join bank_accounts as one_account
        on one_account.team_id = one.team_id and one_account.id = one.bank_account_id
      cross join transactions as other
      join bank_accounts as other_account
        on other_account.team_id = other.team_id and other_account.id = other.bank_account_id
      where one.team_id = ${team.id} and one.id in (${sql.join(some)})
        and (one.counterparty_hash is not null or one_account.number_hash is not null)
        and ${looksLikeTransfer(db, "one", "other")}`.execute(db);
    for (const row of rows) found.push(row);
    await pause(context);
  }
  return found;
}
