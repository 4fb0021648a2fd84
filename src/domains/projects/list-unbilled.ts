import { z } from "zod";
import { currency, cursor, limit, text, uuid } from "../../core/fields.ts";
import { fold } from "../../core/fold.ts";
import { listingOf, pageOf, readCursor } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import { dayArgument } from "../timesheet/day-words.ts";
import {
  findBillable,
  findUnbilled,
  findUnbilledProjects,
  type UnbilledFilters,
} from "./find-unbilled.ts";

export const ListUnbilled = z.strictObject({
  q: text(200).optional().describe("part of the name of the project or its customer"),
  customer_id: uuid.optional(),
  project_id: uuid.optional(),
  currency: currency.optional(),
  from: dayArgument.optional(),
  to: dayArgument.optional().describe("last day, counted too"),
  cursor: cursor.optional(),
  limit: limit.default(50),
});

export type ListUnbilled = z.output<typeof ListUnbilled>;

const Amount = z.object({ currency: z.string(), minor: z.int(), seconds: z.int() });

export const UnbilledPage = z.object({
  /** By currency as the totals are, by customer, those without one first, and by name. */
  items: z.array(
    Amount.extend({
      id: uuid,
      name: z.string(),
      customer: z.object({ id: uuid, name: z.string() }).nullable(),
      /** For an hour. */
      rate_minor: z.int(),
    }),
  ),
  nextCursor: z.string().nullable(),
  /** Of all projects that match; null where a cursor was given. */
  totals: z
    .object({
      projects: z.int(),
      amounts: z.array(Amount),
      /** False if no project of the team is billable with a rate. */
      has_billable: z.boolean(),
    })
    .nullable(),
});

export type UnbilledPage = z.output<typeof UnbilledPage>;

const SortKey = z.tuple([z.string(), z.string(), z.string(), z.string(), uuid]);

/**
 * Tracked time that no invoice has yet, of all days or some: billable projects with a rate, and what
 * their time is worth.
 */
export async function listUnbilled(context: Context, input: ListUnbilled): Promise<UnbilledPage> {
  const listing = listingOf(context, input);
  const after = readCursor(SortKey, listing, input.cursor);
  const filters = filtersOf(context, input);
  const [rows, amounts] = await Promise.all([
    findUnbilledProjects(context.db, {
      ...filters,
      after_currency: after?.[0],
      after_customer: after?.[1],
      after_customer_id: after?.[2],
      after_name: after?.[3],
      after_id: after?.[4],
      rows: input.limit + 1,
    }),
    after === null ? findUnbilled(context.db, filters) : null,
  ]);
  const { items, nextCursor } = pageOf(listing, rows, input.limit, (row) => [
    row.currency,
    row.place,
    row.place_id,
    row.name_folded,
    row.id,
  ]);
  return {
    items: items.map(({ id, name, customer_id, customer_name, ...row }) => ({
      id,
      name,
      customer:
        customer_id === null || customer_name === null
          ? null
          : { id: customer_id, name: customer_name },
      rate_minor: row.rate_minor,
      currency: row.currency,
      minor: row.minor,
      seconds: row.seconds,
    })),
    nextCursor,
    totals:
      amounts === null
        ? null
        : {
            projects: amounts.reduce((sum, { projects }) => sum + projects, 0),
            amounts: amounts.map(({ currency, minor, seconds }) => ({ currency, minor, seconds })),
            has_billable: amounts.length > 0 || (await hasBillable(context)),
          },
  };
}

async function hasBillable({ db, team }: Context): Promise<boolean> {
  return (await findBillable(db, { team_id: team.id })).length > 0;
}

function filtersOf({ team }: Context, { q, from, to, ...input }: ListUnbilled): UnbilledFilters {
  const { customer_id, project_id, currency } = input;
  const search = q === undefined || q.trim() === "" ? undefined : fold(q);
  const until = to === undefined ? undefined : `${to}~`;
  return { team_id: team.id, customer_id, project_id, currency, search, from, until };
}
