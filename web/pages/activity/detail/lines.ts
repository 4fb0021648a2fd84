import { isCurrencyCode } from "../../../money.ts";
import type { Change, Field, Names } from "../event.ts";
import { kindOf } from "./kinds.ts";
import { type Reading, readable } from "./values.ts";

/** One line of what an event did to a record: a value that came, went, or became another. */
export type Line = {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
};

type Reader = { readonly timeZone: string; readonly names: Names };

/** The lines of a change, without those in which there is nothing to read before and after. */
export function linesOf({ fields }: Change, reader: Reader): readonly Line[] {
  const [before, after] = [
    { ...reader, currency: currencyAmong(fields, "before") },
    { ...reader, currency: currencyAmong(fields, "after") },
  ];
  return fields
    .map((field) => lineOf(field, before, after))
    .filter((line) => line.before !== null || line.after !== null);
}

function lineOf({ field, label, ...values }: Field, before: Reading, after: Reading): Line {
  const kind = kindOf(field);
  return {
    // The label names the unit of the bare value; here the value has it.
    label: label.replace(/ in (days|hours|seconds)$/, ""),
    before: readable(values.before, kind, before),
    after: readable(values.after, kind, after),
  };
}

/** A sum is stored beside its currency; when only one of them changed, the other is not told. */
function currencyAmong(fields: readonly Field[], side: "before" | "after"): string | null {
  const value = fields.find(({ field }) => field === "currency")?.[side];
  return typeof value === "string" && isCurrencyCode(value) ? value : null;
}
