import { z } from "zod";
import { currency, label, uuid } from "../../core/fields.ts";

/** Texts of a transaction that a rule compares: `text` is any of its name, the bank's texts and reference. */
const WHERE = ["text", "name", "reference"] as const;

const HOW = ["contains_any", "is_any", "starts_any"] as const;

const Text = z.strictObject({
  in: z.enum(WHERE),
  how: z.enum(HOW),
  /** Compared without case and accents; one of them must be met. */
  words: z.array(label(100)).min(1).max(100),
});

/** A bank account of the other party; it is known by its hash, and shown by its mask. */
export const Counterparty = z.strictObject({ hash: z.string(), masked: z.string() });

export type Counterparty = z.output<typeof Counterparty>;

const fields = {
  texts: z.array(Text).max(10).optional(),
  /** Without sign, in major units of the transaction's currency. */
  min: z.number().min(0).nullish(),
  max: z.number().min(0).nullish(),
  direction: z.enum(["in", "out"]).nullish(),
  bank_account_id: uuid.nullish(),
  currency: currency.nullish(),
};

/** Conditions as a person gives them: all must hold. `counterparties` are numbers, or masks that the rule has. */
export const GivenConditions = z
  .strictObject({ ...fields, counterparties: z.array(label(60)).max(100).optional() })
  .refine(
    (given) =>
      Object.values(given).some((value) =>
        Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined,
      ),
    "must have one condition at least",
  );

export type GivenConditions = z.output<typeof GivenConditions>;

/** As they are stored. A condition that is not there always holds. */
export const Conditions = z.object({
  ...fields,
  texts: z.array(Text).default([]),
  counterparties: z.array(Counterparty).default([]),
});

export type Conditions = z.output<typeof Conditions>;

/** As the web app shows them: account numbers by their masks. */
export const ShownConditions = z.object({ ...fields, counterparties: z.array(z.string()) });

export function shownConditions(conditions: Conditions): z.input<typeof ShownConditions> {
  return { ...conditions, counterparties: conditions.counterparties.map(({ masked }) => masked) };
}
