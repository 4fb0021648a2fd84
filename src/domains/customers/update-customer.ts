import { z } from "zod";
import { type Change, difference, record } from "../../activity/journal.ts";
import { changedMeanwhile, Refusal } from "../../core/errors.ts";
import { instant, type Noticed, noticesOf, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { CUSTOMER_FIELDS } from "../../shared/records/customer.ts";
import { optionalNames } from "../../shared/records/field.ts";
import { type Instant, timeOfChange } from "../../shared/time.ts";
import { keepTags } from "../tags/keep-tags.ts";
import { keepOpenRate } from "../tax-rates/tax-rate.ts";
import { customerNotices } from "./customer-notices.ts";
import { linkTags, unlinkTags } from "./customer-tags.ts";
import {
  changedColumns,
  customerChanges,
  customerSnapshot,
  lockCustomer,
  noCustomer,
  tagIds,
  wholeChanges,
  type WholeCustomer,
} from "./customer.ts";
import { requireCustomer } from "./get-customer.ts";

const CLEARABLE = optionalNames(CUSTOMER_FIELDS);

type Clearable = (typeof CLEARABLE)[number];

export const UpdateCustomer = z.strictObject({
  id: uuid,
  ...customerChanges,
  is_archived: z.boolean().optional(),
  tag_ids: tagIds.optional().describe("replaces all tags; [] clears them"),
  clear: z.array(z.enum(CLEARABLE)).optional().describe("fields to empty"),
});

export type UpdateCustomer = z.output<typeof UpdateCustomer>;

/** As people change it, with the `updated_at` of the customer that they saw. */
export const SaveCustomer = UpdateCustomer.extend({ ...wholeChanges, seen: instant });

type Update = Omit<z.output<typeof SaveCustomer>, "seen"> & { readonly seen?: Instant };

/**
 * Changes the given fields only; null, or the name in `clear`, empties a detail.
 * @throws Refusal when a field is both given and named in `clear`, or when the customer has changed since
 * it was `seen`
 */
export async function updateCustomer(
  context: Context,
  { clear = [], seen, ...given }: Update,
): Promise<WholeCustomer & Noticed> {
  const input = { ...given, ...emptied(given, clear) };
  const { id } = input;
  return transaction(context, async (context) => {
    const before = await lockCustomer(context, id);
    if (before === undefined) throw noCustomer(id);
    if (seen !== undefined && seen !== before.updated_at) throw changedSince();
    if (Object.keys(input).length === 1) return requireCustomer(context, { id });
    const { tax_rate_id: rate = null } = input;
    if (rate !== null && rate !== before.tax_rate_id) await keepOpenRate(context, rate);
    const after = await context.db
      .updateTable("customers")
      .set({
        ...changedColumns(input),
        is_archived: input.is_archived,
        updated_at: timeOfChange(context.now, before.updated_at),
      })
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const snapshots = difference(customerSnapshot(before), customerSnapshot(after));
    const links = await changeTags(context, before, input.tag_ids);
    const [customer, , said] = await Promise.all([
      requireCustomer(context, { id }),
      record(context, [{ type: "customer", id, ...snapshots }, ...links]),
      customerNotices(context, { row: after, given: input }),
    ]);
    return { ...customer, ...noticesOf(said) };
  });
}

function emptied(
  given: Omit<Update, "clear" | "seen">,
  clear: readonly Clearable[],
): Partial<Record<Clearable, null>> {
  const both = clear.find((name) => (given[name] ?? null) !== null);
  if (both !== undefined) throw givenAndCleared(both);
  return Object.fromEntries(clear.map((name) => [name, null]));
}

function changedSince(): Refusal {
  return changedMeanwhile(
    "The customer was changed meanwhile",
    "look at what changed, and save again; nothing was saved",
  );
}

function givenAndCleared(name: Clearable): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "clear",
    message: `clear names ${name}, which is also given`,
    next: "leave one of them out and try again; nothing was done",
  });
}

async function changeTags(
  context: Context,
  customer: { readonly id: string; readonly created_at: Instant },
  given: readonly string[] | undefined,
): Promise<readonly Change[]> {
  if (given === undefined) return [];
  const tags = await keepTags(context, given);
  return [
    ...(await unlinkTags(context, customer.id, tags)),
    ...(await linkTags(context, [customer], tags)),
  ];
}
