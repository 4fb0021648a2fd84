import { sql } from "kysely";
import { z } from "zod";
import { uuid } from "../../core/fields.ts";
import { listingOf, pageOf, readCursor } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import { findInvoice, noInvoice } from "./invoice.ts";

const Named = z.object({ id: uuid, name: z.string() });

/** Tracked time that stands behind the lines of an invoice, as it was when it was billed. */
export const InvoicedTime = z.object({
  /** Of all of it; in no order. Null where a cursor was given. */
  lines: z
    .array(
      z.object({
        line_id: z.string(),
        entries: z.int(),
        seconds: z.int(),
        billed_seconds: z.int(),
      }),
    )
    .nullable(),
  /** By line, then by day. */
  items: z.array(
    z.object({
      id: uuid,
      line_id: z.string(),
      entry_id: uuid,
      date: z.string(),
      person: Named,
      /** Its name is null when it was deleted since. */
      project: z.object({ id: uuid, name: z.string().nullable() }),
      description: z.string().nullable(),
      seconds: z.int(),
      billed_seconds: z.int(),
      /** The entry was deleted since. */
      is_gone: z.boolean(),
    }),
  ),
  nextCursor: z.string().nullable(),
});

type Asked = {
  readonly id: string;
  readonly cursor?: string | undefined;
  readonly limit: number;
};

const SortKey = z.tuple([z.string(), z.string(), uuid]);

/** @throws Refusal for an id that the team does not have */
export async function listInvoicedTime(
  context: Context,
  input: Asked,
): Promise<z.output<typeof InvoicedTime>> {
  const { id, limit } = input;
  if ((await findInvoice(context, id)) === undefined) throw noInvoice(id);
  const listing = listingOf(context, input);
  const after = readCursor(SortKey, listing, input.cursor);
  const rows = await timeOfInvoice(context, { id, after, rows: limit + 1 });
  const lines = after === null ? await sumLines(context, id) : null;
  const { items, nextCursor } = pageOf(listing, rows, limit, (row) => [
    row.line_id,
    row.date,
    row.id,
  ]);
  return {
    lines,
    items: items.map((row) => ({
      id: row.id,
      line_id: row.line_id,
      entry_id: row.entry_id,
      date: row.date,
      person: { id: row.assigned_id, name: row.person_name },
      project: { id: row.project_id, name: row.project_name },
      description: row.description,
      seconds: row.seconds,
      billed_seconds: row.billed_seconds,
      is_gone: row.present_id === null,
    })),
    nextCursor,
  };
}

type Place = {
  readonly id: string;
  readonly after: z.output<typeof SortKey> | null;
  readonly rows: number;
};

export async function timeOfInvoice({ db, team }: Context, { id, after, rows }: Place) {
  return db
    .selectFrom("invoice_time as held")
    .innerJoin("users as person", "person.id", "held.assigned_id")
    .leftJoin("tracker_projects as project", (join) =>
      join
        .onRef("project.team_id", "=", "held.team_id")
        .onRef("project.id", "=", "held.project_id"),
    )
    .leftJoin("tracker_entries as entry", (join) =>
      join.onRef("entry.team_id", "=", "held.team_id").onRef("entry.id", "=", "held.entry_id"),
    )
    .select([
      "held.id",
      "held.line_id",
      "held.entry_id",
      "held.date",
      "held.assigned_id",
      "held.project_id",
      "held.description",
      "held.seconds",
      "held.billed_seconds",
      "person.name as person_name",
      "project.name as project_name",
      "entry.id as present_id",
    ])
    .where("held.team_id", "=", team.id)
    .where("held.invoice_id", "=", id)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(held.line_id, held.date, held.id) > (${after?.[0]}, ${after?.[1]}, ${after?.[2]})`,
      ),
    )
    .orderBy("held.line_id")
    .orderBy("held.date")
    .orderBy("held.id")
    .limit(rows)
    .execute();
}

async function sumLines({ db, team }: Context, id: string) {
  return db
    .selectFrom("invoice_time")
    .select(({ fn }) => [
      "line_id",
      fn.countAll<number>().as("entries"),
      sql<number>`sum(seconds)`.as("seconds"),
      sql<number>`sum(billed_seconds)`.as("billed_seconds"),
    ])
    .where("team_id", "=", team.id)
    .where("invoice_id", "=", id)
    .groupBy("line_id")
    .execute();
}
