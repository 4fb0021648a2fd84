import { sql } from "kysely";
import type { AuditContext } from "../db/context.ts";
import type { SubjectType } from "../db/schema/activity.ts";
import type { Field } from "./field.ts";
import { type Image, imageOf } from "./image.ts";
import type { Past } from "./past.ts";
import type { Subjects } from "./subject.ts";

type MoneyField = Extract<Field, { kind: "money" }>;

/** The currency of a record's amounts; null when it has none. */
export type CurrencyIn = (change: Past, image: Image | null, column: string) => string | null;

type Wanted = { readonly type: SubjectType; readonly field: MoneyField; readonly id: string };

/**
 * Finds the currencies of amounts that were changed alone, as they were at the event: the value before
 * the next change of the currency, or else the one in the row now.
 */
export async function currenciesOf(
  context: AuditContext & { readonly subjects: Subjects },
  eventId: string,
  changes: readonly Past[],
): Promise<CurrencyIn> {
  const found = new Map<string, unknown>();
  const wanted = changes.flatMap((change) => amountsAlone(context.subjects, change));
  for (const some of Map.groupBy(wanted, ({ type, field }) => nameOf(type, "", field)).values()) {
    for (const [id, code] of await currenciesNow(context, some)) found.set(id, code);
    for (const [id, code] of await currenciesThen(context, eventId, some)) found.set(id, code);
  }
  return ({ type, id }, image, currencyColumn) => {
    const has = image !== null && Object.hasOwn(image, currencyColumn);
    const code = has ? image[currencyColumn] : found.get(nameOf(type, id, { currencyColumn }));
    return typeof code === "string" ? code : null;
  };
}

/** The amounts in a change that does not have their currency. */
function amountsAlone(subjects: Subjects, { type, id, before, after }: Past): readonly Wanted[] {
  if (before === null || after === null) return [];
  return Object.entries(subjects[type].fields).flatMap(([column, field]) =>
    field?.kind === "money" && column in after && !(field.currencyColumn in after)
      ? [{ type, id, field }]
      : [],
  );
}

function nameOf(type: SubjectType, id: string, field: Pick<MoneyField, "currencyColumn">): string {
  return `${type} ${id} ${field.currencyColumn}`;
}

type Found = readonly (readonly [name: string, code: unknown])[];

async function currenciesNow({ db, team }: AuditContext, wanted: readonly Wanted[]) {
  const [first] = wanted;
  if (first === undefined) return [];
  const { type, field } = first;
  const ids = sql.join(wanted.map(({ id }) => id));
  const { rows } = await sql<{ id: string; code: string | null }>`
    select id, ${sql.ref(field.currencyColumn)} as code from ${sql.table(field.table)}
    where team_id = ${team.id} and id in (${ids})`.execute(db);
  return rows.map(({ id, code }) => [nameOf(type, id, field), code] as const) satisfies Found;
}

/** From the first change of the currency after the event; a deletion is one. */
async function currenciesThen(
  { db, team }: AuditContext,
  eventId: string,
  wanted: readonly Wanted[],
): Promise<Found> {
  const [first] = wanted;
  if (first === undefined) return [];
  const { type, field } = first;
  const column = field.currencyColumn;
  const later = await db
    .selectFrom("activity_changes")
    .select(["subject_id as id", "before"])
    .where("team_id", "=", team.id)
    .where("subject_type", "=", type)
    .where(
      "subject_id",
      "in",
      wanted.map(({ id }) => id),
    )
    .where("event_id", ">", eventId)
    .where(sql<boolean>`cast(before as text) like ${`%"${column}":%`}`)
    .orderBy("event_id", "desc")
    .execute();
  // The earliest change comes last, so that it stays in the map.
  return later.flatMap(({ id, before }) => {
    const image = imageOf(before);
    return image !== null && Object.hasOwn(image, column)
      ? [[nameOf(type, id, field), image[column]] as const]
      : [];
  });
}
