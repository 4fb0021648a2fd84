import { type RawBuilder, type Selectable, sql } from "kysely";
import { notFound, type Refusal } from "../../core/errors.ts";
import { foldCase } from "../../core/fold.ts";
import type { AuditContext } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
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

/** Locks the rate against changes and deletion until the transaction ends. */
export async function lockRate({ db, team }: Place, id: string): Promise<TaxRateRow | undefined> {
  const rates = db.selectFrom("tax_rates").selectAll().where("team_id", "=", team.id);
  return lockForUpdate(db, rates.where("id", "=", id)).executeTakeFirst();
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

function isInLines(team: Place["team"], id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from invoices
    where invoices.team_id = ${team.id}
      and cast(invoices.lines as text) like '%"' || cast(${id} as text) || '"%')`;
}
