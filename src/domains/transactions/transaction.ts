import type { Selectable } from "kysely";
import { notFound, Refusal, changedMeanwhile } from "../../core/errors.ts";
import { quoted } from "../../core/visible.ts";
import type { AuditContext } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import type { Schema } from "../../db/schema/schema.ts";
import type { CategoryBy, TransactionStatus } from "../../db/schema/transactions.ts";
import { addMilliseconds, type Instant } from "../../shared/time.ts";

export type Row = Selectable<Schema["transactions"]>;

export type Part = Schema["transaction_parts"];

export type Derived = Pick<
  Row,
  "month" | "standing" | "base_minor" | "rate_day" | "party_key" | "search_text"
>;

export type Given = Omit<Row, keyof Derived | "team_id">;

export type GivenPart = Omit<Part, "team_id" | "transaction_id" | "position" | "base_minor">;

/** Slug of the part of a split transaction that goes to another own account. */
export const INTERNAL = "internal-transfer";

export const STATUSES = {
  pending: "Pending",
  posted: "Posted",
  completed: "Completed",
  exported: "Exported",
  archived: "Archived",
  excluded: "Excluded",
} as const satisfies Readonly<Record<TransactionStatus, string>>;

export function transactionSnapshot({
  team_id: _team,
  month: _month,
  standing: _standing,
  base_minor: _base,
  rate_day: _rate,
  party_key: _party,
  search_text: _text,
  ...snapshot
}: Row) {
  return snapshot;
}

export function partSnapshot({ team_id: _team, base_minor: _base, ...snapshot }: Part) {
  return snapshot;
}

/** Gives a later time than before, so that an edit that began earlier is noticed. */
export function changedAt({ now }: Pick<AuditContext, "now">, { updated_at }: Row): Instant {
  const next = addMilliseconds(updated_at, 1);
  return now > next ? now : next;
}

export function setBy({ credential }: Pick<AuditContext, "credential">): CategoryBy {
  return credential.kind === "session" ? "person" : "assistant";
}

/** Locks transactions against changes and deletion until the transaction ends. Needs the lock of the team. */
export async function lockRows(
  { db, team }: AuditContext,
  ids: readonly string[],
): Promise<readonly Row[]> {
  if (ids.length === 0) return [];
  const rows = db
    .selectFrom("transactions")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .orderBy("id");
  return lockForUpdate(db, rows).execute();
}

export async function partsOf(
  { db, team }: Pick<AuditContext, "db" | "team">,
  ids: readonly string[],
): Promise<readonly Part[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("transaction_parts")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("transaction_id", "in", ids)
    .orderBy("transaction_id")
    .orderBy("position")
    .execute();
}

export function noTransaction(id: string, path = "id"): Refusal {
  const next = "see transactions_list; nothing was changed";
  return notFound({ what: "Transaction", id, path, next });
}

/** The accountant has its figures. */
export function refuseExported({ status, name }: Pick<Row, "status" | "name">): void {
  if (status !== "exported") return;
  throw new Refusal({
    code: "exported",
    path: "id",
    message: `The transaction ${quoted(name)} was given to the accountant: only its status, note and tags can change`,
    next: "set its status to posted or completed first; nothing was changed",
  });
}

export function requireSeen(row: Row, seen: Instant | undefined): void {
  if (seen === undefined || seen === row.updated_at) return;
  throw changedMeanwhile(
    "The transaction was changed meanwhile",
    "look at what changed, and save again; nothing was saved",
  );
}

export function refuseSplit(
  { is_split, name }: Pick<Row, "is_split" | "name">,
  path: string,
): void {
  if (!is_split) return;
  throw invalidArgument(
    path,
    `The transaction ${quoted(name)} is split, and its parts have categories and tax of their own`,
    "change or join its parts on its page in the web app",
  );
}

export function refuseTransfer({ transfer_id, name }: Row, path: string): void {
  if (transfer_id === null) return;
  throw invalidArgument(
    path,
    `The transaction ${quoted(name)} is one side of a transfer between own accounts`,
    "unlink the transfer first",
  );
}

export function refuseBankWords({ name }: Row, path: string): never {
  throw invalidArgument(
    path,
    `The transaction ${quoted(name)} came from the bank, whose date, amount, account and texts stay as they are`,
    "change its name or note, split it, exclude it or delete it instead",
  );
}

export function invalidArgument(path: string, message: string, next: string): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path,
    message,
    next: `${next}; nothing was changed`,
  });
}
