import { z } from "zod";
import { cursor, limit, uuid } from "../../core/fields.ts";
import { listingOf, type Page } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import type { Day } from "../../shared/time.ts";
import { Tag } from "../tags/tag.ts";
import { todayOf } from "../team/today.ts";
import { lastTracked } from "./customer-figures.ts";
import {
  countCustomers,
  type CustomerFilter,
  filterOf,
  shownFilter,
  SORTS,
  sumOwedBy,
  sumTime,
} from "./find-customers.ts";
import { listCustomers, type ListedCustomer } from "./list-customers.ts";
import { OwedAmounts, owedAmounts, owedByCustomers } from "./owed-amounts.ts";

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
  /** By the alphabet of currencies. */
  owes: OwedAmounts,
  created_at: z.string(),
});

export const ShownCustomers = z.object({
  items: z.array(ShownCustomer),
  nextCursor: z.string().nullable(),
  /** Of all customers that match; null behind the first page. */
  count: z.int().nullable(),
  seconds_this_month: z.int().nullable(),
  owes: OwedAmounts.nullable(),
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
  const today = await todayOf(context);
  const ids = page.items.map(({ id }) => id);
  const owed = await owedByCustomers(context, ids, today);
  const items = page.items.map((row) => shown(row, owed.get(row.id) ?? []));
  const totals =
    cursor === undefined ? await totalsOf(context, filter, { ...page, items }, today) : BEHIND;
  return { items, nextCursor: page.nextCursor, ...totals };
}

function shown(row: ListedCustomer, owes: OwedAmounts): z.input<typeof ShownCustomer> {
  const { contact, project_count, seconds_this_month, last_entry, ...rest } = row;
  return {
    ...rest,
    contact: contact ?? null,
    project_count: project_count ?? 0,
    seconds_this_month: seconds_this_month ?? 0,
    tracked_on: lastTracked(last_entry ?? null),
    owes,
  };
}

const BEHIND = { count: null, seconds_this_month: null, owes: null };

/** Counts, and sums time up, only where the first page does not hold all. */
async function totalsOf(
  context: Context,
  filter: CustomerFilter,
  { items, nextCursor }: Page<z.input<typeof ShownCustomer>>,
  today: Day,
) {
  const owes = owedAmounts(await sumOwedBy(context, filter, today));
  if (nextCursor === null) {
    const seconds = items.reduce((sum, row) => sum + row.seconds_this_month, 0);
    return { count: items.length, seconds_this_month: seconds, owes };
  }
  const [count, seconds] = await Promise.all([
    countCustomers(context, filter),
    sumTime(context, filter),
  ]);
  return { count, seconds_this_month: seconds, owes };
}
