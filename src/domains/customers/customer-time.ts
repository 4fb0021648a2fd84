import { z } from "zod";
import { type ById, cursor, limit, uuid } from "../../core/fields.ts";
import { listingOf, pageOf, readCursor } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import { listProjects } from "../projects/list-projects.ts";
import { dayArgument } from "../timesheet/day-words.ts";
import { recentEntriesOf, totalOfCustomer } from "../timesheet/time-of-customer.ts";
import { requireCustomer } from "./get-customer.ts";

export const ListTimeOf = z.strictObject({
  id: uuid,
  from: dayArgument.optional(),
  to: dayArgument.optional().describe("last day, counted too"),
  cursor: cursor.optional(),
  limit: limit.default(50),
});

export const TimeOfPage = z.object({
  /** The newest first. */
  items: z.array(
    z.object({
      id: uuid,
      date: z.string(),
      project: z.object({ id: uuid, name: z.string() }),
      person: z.string(),
      description: z.string().nullable(),
      /** Null while the timer runs. */
      seconds: z.int().nullable(),
    }),
  ),
  nextCursor: z.string().nullable(),
  /** Of all entries that match, running timers without their time; null where a cursor was given. */
  totals: z.object({ entries: z.int(), seconds: z.int() }).nullable(),
});

export async function listTimeOf(
  context: Context,
  input: z.output<typeof ListTimeOf>,
): Promise<z.output<typeof TimeOfPage>> {
  const { id, from, to, limit } = input;
  await requireCustomer(context, { id });
  const listing = listingOf(context, input);
  const until = to === undefined ? undefined : `${to}~`;
  const after = readCursor(z.string(), listing, input.cursor);
  const [rows, totals] = await Promise.all([
    recentEntriesOf(context, id, limit + 1, { from, before: after ?? until }),
    after === null ? totalOfCustomer(context, id, { from, until }) : null,
  ]);
  const { items, nextCursor } = pageOf(listing, rows, limit, ({ sort_key }) => sort_key);
  return {
    items: items.map((row) => ({
      id: row.id,
      date: row.date,
      project: { id: row.project_id, name: row.project_name },
      person: row.assigned_name,
      description: row.description,
      seconds: row.duration,
    })),
    nextCursor,
    totals,
  };
}

const MOST_PROJECTS = 50;

export const CustomerTime = z.object({
  /** The newest projects, each with the seconds of all people. */
  projects: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      status: z.enum(["in_progress", "completed"]),
      seconds: z.int(),
    }),
  ),
  hasMore: z.boolean(),
});

export async function getCustomerTime(
  context: Context,
  { id }: ById,
): Promise<z.output<typeof CustomerTime>> {
  await requireCustomer(context, { id });
  const projects = await listProjects(context, { customer_id: id, limit: MOST_PROJECTS });
  return {
    projects: projects.items.map(({ id, name, status, total_duration }) => ({
      id,
      name,
      status,
      seconds: total_duration ?? 0,
    })),
    hasMore: projects.nextCursor !== null,
  };
}
