import { type RawBuilder, type Selectable, sql } from "kysely";
import { notFound, Refusal } from "../../core/errors.ts";
import { foldCase } from "../../core/fold.ts";
import { quoted } from "../../core/visible.ts";
import type { AuditContext } from "../../db/context.ts";
import { lockForKeyShare, lockForUpdate } from "../../db/dialect.ts";
import type { Schema } from "../../db/schema/schema.ts";

export type TaxRateRow = Selectable<Schema["tax_rates"]>;

/** Rates of a team: the list is answered whole. */
export const MOST_TAX_RATES = 200;

export function taxRateSnapshot({ team_id: _team, name_key: _key, ...snapshot }: TaxRateRow) {
  return snapshot;
}

export function rateNameColumns(name: string) {
  return { name: name.normalize("NFC"), name_key: foldCase(name) };
}

type Place = Pick<AuditContext, "db" | "team">;

/** All rates of the team, those in use first, the highest first; archived ones last. */
export async function listRates({ db, team }: Place): Promise<readonly TaxRateRow[]> {
  const rows = await db
    .selectFrom("tax_rates")
    .selectAll()
    .where("team_id", "=", team.id)
    .orderBy("bp", "desc")
    .orderBy("name")
    .orderBy("id")
    .execute();
  const isOpen = ({ archived_at }: TaxRateRow) => archived_at === null;
  return [...rows.filter(isOpen), ...rows.filter((row) => !isOpen(row))];
}

type Usual = { readonly tax_rate_id: string | null };

/** Rate of a line where nothing else is said: the customer's, else the team's. Archived ones are passed over. */
export function usualRateOf(
  rates: readonly TaxRateRow[],
  customer: Usual | null,
  settings: Usual,
): TaxRateRow | null {
  const open = (id: string | null) =>
    rates.find((rate) => rate.id === id && rate.archived_at === null);
  return open(customer?.tax_rate_id ?? null) ?? open(settings.tax_rate_id) ?? null;
}

/** Locks the rate against changes and deletion until the transaction ends. */
export async function lockRate({ db, team }: Place, id: string): Promise<TaxRateRow | undefined> {
  const rates = db.selectFrom("tax_rates").selectAll().where("team_id", "=", team.id);
  return lockForUpdate(db, rates.where("id", "=", id)).executeTakeFirst();
}

/**
 * Locks a rate that is to be the usual one of something against deletion until the transaction ends.
 * @throws Refusal for an id that the team does not have, and for an archived rate
 */
export async function keepOpenRate({ db, team }: Place, id: string): Promise<void> {
  const rates = db.selectFrom("tax_rates").selectAll().where("team_id", "=", team.id);
  const rate = await lockForKeyShare(db, rates.where("id", "=", id)).executeTakeFirst();
  if (rate === undefined) throw noRate(id, "tax_rate_id");
  if (rate.archived_at === null) return;
  throw new Refusal({
    code: "invalid_argument",
    path: "tax_rate_id",
    message: `The tax rate ${quoted(rate.name)} is archived`,
    next: "choose another, or take it back from the archive first; nothing was changed",
  });
}

export function noRate(id: string, path = "id"): Refusal {
  return notFound({
    what: "Tax rate",
    id,
    path,
    next: "see the rates under Settings, Invoices, Tax; nothing was done",
  });
}

/** The rates of the team that a line of any invoice has. */
export async function usedRates({ db, team }: Place): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("tax_rates")
    .select("id")
    .where("team_id", "=", team.id)
    .where(isInLines(team, sql.ref("tax_rates.id")))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** True when a line of any invoice has the rate, which may be deleted by now. */
export async function isRateUsed({ db, team }: Place, id: string): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    select 1 as found where ${isInLines(team, sql`${id}`)}`.execute(db);
  return rows.length > 0;
}

/** Customers that have each rate as their usual one, archived customers too. */
export async function customersByRate({ db, team }: Place): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("customers")
    .where("team_id", "=", team.id)
    .where("tax_rate_id", "is not", null)
    .select(["tax_rate_id", ({ fn }) => fn.countAll<number>().as("count")])
    .groupBy("tax_rate_id")
    .execute();
  return new Map(rows.map(({ tax_rate_id, count }) => [tax_rate_id ?? "", count]));
}

function isInLines(team: Place["team"], id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from invoices
    where invoices.team_id = ${team.id}
      and cast(invoices.lines as text) like '%"' || cast(${id} as text) || '"%')`;
}
