import type { z } from "zod";
import { type Change, Recording } from "../../activity/journal.ts";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { transaction } from "../../db/transaction.ts";
import { keepTags } from "../tags/keep-tags.ts";
import {
  changeAll,
  type ChangedCustomers,
  ChooseCustomers,
  endCustomerBatch,
} from "./archive-customers.ts";
import { forChosenCustomers } from "./chosen-customers.ts";
import { linkAll, unlinkAll } from "./customer-tags.ts";

export const TagCustomers = ChooseCustomers.extend({ tag: uuid });

export type TagCustomers = z.output<typeof TagCustomers>;

/** Gives the chosen customers a tag, all or none, as one event. */
export async function tagCustomers(
  context: Context,
  input: TagCustomers,
): Promise<ChangedCustomers> {
  return changeLinks(context, input, linkAll);
}

/** Takes a tag from the chosen customers, all or none, as one event. */
export async function untagCustomers(
  context: Context,
  input: TagCustomers,
): Promise<ChangedCustomers> {
  return changeLinks(context, input, unlinkAll);
}

type ChangeLinks = (
  context: Context,
  customers: readonly Schema["customers"][],
  tag: string,
) => Promise<readonly Change[]>;

async function changeLinks(
  context: Context,
  { chosen, tag }: TagCustomers,
  change: ChangeLinks,
): Promise<ChangedCustomers> {
  return transaction(context, async (context) => {
    await keepTags(context, [tag], "tag");
    const recording = new Recording(context);
    await forChosenCustomers(context, chosen, async (customers) => {
      const links = await change(context, customers, tag);
      const linked = new Set(links.map(({ id }) => id));
      const changed = customers.filter(({ id }) => linked.has(id));
      await changeAll(context, recording, changed, {});
      await recording.add(links);
    });
    return endCustomerBatch(recording);
  });
}
