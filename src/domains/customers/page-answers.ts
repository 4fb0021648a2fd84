import { z } from "zod";
import { cursor, limit, uuid } from "../../core/fields.ts";
import { listingOf, type Page } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import { Tag } from "../tags/tag.ts";
import { lastTracked } from "./customer-figures.ts";
import {
  countCustomers,
  type CustomerFilter,
  filterOf,
  shownFilter,
  SORTS,
  sumTime,
} from "./find-customers.ts";
import { listCustomers, type ListedCustomer } from "./list-customers.ts";

export const ListShown = z.strictObject({
  ...shownFilter,
  sort: z.enum(SORTS).default("name"),
  cursor: cursor.optional(),
  limit: limit.default(50),
});

const ShownCustomer = z.object({
  id: uuid,
  name: z.string(),
  contact: z.string().nullable(),
  email: z.string(),
  is_archived: z.boolean(),
  tags: z.array(Tag),
  project_count: z.int(),
  /** Tracked in this month by everybody, without running timers. */
  seconds_this_month: z.int(),
  tracked_on: z.string().nullable(),
  created_at: z.string(),
});

export const ShownCustomers = z.object({
  items: z.array(ShownCustomer),
  nextCursor: z.string().nullable(),
  /** Of all customers that match; null behind the first page. */
  count: z.int().nullable(),
  seconds_this_month: z.int().nullable(),
});

export async function pageCustomers(
  context: Context,
  input: z.output<typeof ListShown>,
): Promise<z.input<typeof ShownCustomers>> {
  const { sort, cursor, limit } = input;
  const filter = filterOf(input);
  const page = await listCustomers(
    context,
    { filter, sort, listing: listingOf(context, input), cursor, limit },
    { hasFigures: true },
  );
  const items = page.items.map((row) => shown(row));
  const totals =
    cursor === undefined ? await totalsOf(context, filter, { ...page, items }) : BEHIND;
  return { items, nextCursor: page.nextCursor, ...totals };
}

function shown(row: ListedCustomer): z.input<typeof ShownCustomer> {
  const { contact, project_count, seconds_this_month, last_entry, ...rest } = row;
  return {
    ...rest,
    contact: contact ?? null,
    project_count: project_count ?? 0,
    seconds_this_month: seconds_this_month ?? 0,
    tracked_on: lastTracked(last_entry ?? null),
  };
}

const BEHIND = { count: null, seconds_this_month: null };

/** Counts and sums only what the first page does not hold whole. */
async function totalsOf(
  context: Context,
  filter: CustomerFilter,
  { items, nextCursor }: Page<z.input<typeof ShownCustomer>>,
) {
  if (nextCursor === null) {
    const seconds = items.reduce((sum, row) => sum + row.seconds_this_month, 0);
    return { count: items.length, seconds_this_month: seconds };
  }
  const [count, seconds] = await Promise.all([
    countCustomers(context, filter),
    sumTime(context, filter),
  ]);
  return { count, seconds_this_month: seconds };
}
