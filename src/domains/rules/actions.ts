import { z } from "zod";
import { label, text, uuid } from "../../core/fields.ts";

/** Values that a rule sets. Of the statuses, only those that a person would give. */
export const Actions = z
  .strictObject({
    category_slug: z.string().max(100).nullish(),
    name: label(300).nullish(),
    tag_ids: z.array(uuid).max(20).optional(),
    tax_rate_bp: z.int().min(0).max(10_000).nullish(),
    tax_type: label(50).nullish(),
    note: text(2000).nullish(),
    status: z.enum(["excluded", "completed"]).nullish(),
  })
  .refine((given) => setsSomething(given), "must set one thing at least");

export type Actions = z.output<typeof Actions>;

export function setsSomething(actions: object): boolean {
  return Object.values(actions).some((value) =>
    Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== "",
  );
}
