import { lowered } from "../shared/words.ts";
import type { ChangedField } from "./changed-fields.ts";
import type { Value } from "./field.ts";
import type { Piece } from "./piece.ts";

/** Fields that a sentence tells at most; it counts the others. */
const MOST_TOLD = 2;

/**
 * Tells changed fields of one record: `set payment terms of Acme from 14 to 30 days, and 3 more`.
 * @param record the record in words
 */
export function saidFields(
  record: readonly Piece[],
  fields: readonly ChangedField[],
): readonly Piece[] {
  const [first, second] = fields.slice(0, MOST_TOLD).map(clauseOf);
  if (first === undefined) return [];
  const told = [first.verb, " ", first.label, " of ", ...record, ...first.rest];
  if (second === undefined) return told;
  const more = fields.length - MOST_TOLD;
  const verb = second.verb === first.verb ? "" : `${second.verb} `;
  const ending = more > 0 ? [`, and ${more} more`] : [];
  return [...told, more > 0 ? ", " : " and ", verb, second.label, ...second.rest, ...ending];
}

type Clause = {
  readonly verb: "set" | "cleared" | "changed";
  readonly label: string;
  readonly rest: readonly Piece[];
};

function clauseOf({ label, dates, before, after }: ChangedField): Clause {
  if (dates !== undefined)
    return { verb: before === null ? "set" : "changed", label: dates, rest: [] };
  const clause = { label: lowered(label) };
  if (!isBrief(before) || !isBrief(after)) return { ...clause, verb: "changed", rest: [] };
  if (after === null)
    return {
      ...clause,
      verb: "cleared",
      rest: before === null ? [] : [" (was ", said(before), ")"],
    };
  const from =
    before === null || after.kind === "boolean" ? [] : [" from ", saidFirst(before, after)];
  return { ...clause, verb: "set", rest: [...from, " to ", said(after)] };
}

function said(value: Value): Piece {
  if (value.kind === "boolean") return value.isTrue ? "yes" : "no";
  return { value };
}

/** Leaves out a unit that follows with the second number: `from 14 to 30 days`. */
function saidFirst(before: Value, after: Value): Piece {
  const isOfUnit =
    before.kind === "number" && after.kind === "number" && before.unit === after.unit;
  return isOfUnit ? said({ ...before, unit: null }) : said(before);
}

const LONGEST_TEXT = 60;
const MOST_ITEMS = 3;

/** True for a value that fits into a sentence. */
function isBrief(value: Value | null): boolean {
  switch (value?.kind) {
    case "long text":
      return false;
    case "text":
      return value.text.length <= LONGEST_TEXT;
    case "list":
      return value.items.length <= MOST_ITEMS;
    default:
      return true;
  }
}
