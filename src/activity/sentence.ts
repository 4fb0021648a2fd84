import { z } from "zod";
import { REFUSALS } from "../core/errors.ts";
import type { CallEvent, Did } from "../core/event.ts";
import type { SubjectType } from "../db/schema/activity.ts";
import { counted, lowered } from "../shared/words.ts";
import type { ChangedField } from "./changed-fields.ts";
import { Value } from "./field.ts";
import type { EventRow } from "./find-events.ts";
import type { Names } from "./names.ts";
import type { Snapshot } from "./recorded-change.ts";
import { byRank, type Journal, type Noun, type Subject, type Subjects, verbOf } from "./subject.ts";

export type Changed = { readonly type: SubjectType; readonly id: string; readonly did: Did };

type Named = Changed & { readonly name: string | null };

/** Puts the main record of the event first: a deleted customer, not the tags that went with it. */
export function leadFirst<T extends Changed>(
  { subjects, events }: Journal,
  tool: string,
  things: readonly T[],
): readonly T[] {
  const event = events.get(tool);
  const ranked = byRank(subjects, things);
  const ofKind = ranked.filter(({ type }) => type === event?.of);
  const lead = ofKind.find(({ did }) => did === event?.did) ?? ofKind[0];
  return lead === undefined ? ranked : [lead, ...ranked.filter((thing) => thing !== lead)];
}

type Told = {
  readonly row: Pick<EventRow, "outcome" | "reason" | "tool" | "undoes_id">;
  /** The main record of the event. */
  readonly lead: Named | null;
  readonly changeCount: number;
  /** Number of changes of the same kind as that of the main record. */
  readonly likeCount?: number;
  /** New values of the main record, where the words of the call depend on them. */
  readonly snapshot: Snapshot | null;
  readonly fields: readonly ChangedField[];
  readonly names?: Names;
};

/** The sentence of an event after its subject: `deleted the customer Acme, with 2 more changes`. */
export function deedOf(journal: Journal, told: Told): readonly Piece[] {
  const { row, lead, changeCount } = told;
  if (row.outcome === "refused") return attemptOf(journal, row);
  if (lead === null) return ["changed nothing"];
  const whole = row.undoes_id === null ? wholeOf(journal, told, lead) : null;
  if (whole !== null) return whole;
  const many = row.undoes_id === null ? manyOf(journal, told, lead) : undefined;
  if (many !== undefined) return [many];
  const others = changeCount - 1;
  const rest = others > 0 ? [`, with ${counted(others, "more change")}`] : [];
  const undid = row.undoes_id === null ? [] : ["undid a change: "];
  const did = undid.length === 0 ? doneOf(journal, told, lead) : undoneOf(journal, told, lead);
  return joined([...undid, ...did, ...rest]);
}

/** The sentence that the event has itself, such as that of an import. */
function wholeOf({ events }: Journal, told: Told, lead: Named): readonly Piece[] | null {
  const { row, snapshot, likeCount = 1, names = new Map<string, string>() } = told;
  const event = events.get(row.tool);
  if (event?.of !== lead.type || event.did !== lead.did || snapshot === null) return null;
  return event.sentence?.({ values: snapshot, count: likeCount, names }) ?? null;
}

/** Makes `archived 312 customers`. */
function manyOf(
  { events }: Journal,
  { row, likeCount = 1 }: Told,
  lead: Named,
): string | undefined {
  const event = events.get(row.tool);
  if (event?.of !== lead.type || likeCount < 2) return undefined;
  return event.many?.replace("*", String(likeCount));
}

/** Where the call has only the common words for a change, the fields say more. */
function doneOf({ subjects, events }: Journal, told: Told, lead: Named): readonly Piece[] {
  const { row, snapshot, fields } = told;
  const subject = subjects[lead.type];
  const common = verbOf(subject, lead.did).said;
  const known = events.get(row.tool);
  const event = known?.of === lead.type && known.did === lead.did ? known : undefined;
  const phrase = saidOf(event, snapshot) ?? common;
  if (phrase === common && fields.length > 0) return ofFields(subject, lead, fields);
  return phrased(phrase, event?.record ?? subject.noun, lead.name);
}

function saidOf(event: CallEvent | undefined, snapshot: Snapshot | null): string | undefined {
  if (event?.said === undefined || typeof event.said === "string") return event?.said;
  const { column, by, otherwise } = event.said;
  return by[String(snapshot?.[column])] ?? otherwise;
}

function undoneOf({ subjects }: Journal, { fields }: Told, lead: Named): readonly Piece[] {
  const subject = subjects[lead.type];
  if (fields.length > 0) return ofFields(subject, lead, fields);
  return phrased(UNDONE[lead.did], subject.noun, lead.name);
}

const UNDONE: Readonly<Record<Did, string>> = {
  created: "brought * back",
  changed: "changed * back",
  deleted: "removed * again",
};

function ofFields({ noun }: Subject, { name }: Named, fields: readonly ChangedField[]) {
  const { one, named, inFields = named } = noun;
  return saidFields(phrased("*", { one, named: inFields }, name), fields);
}

function attemptOf({ subjects, events }: Journal, { tool, reason }: Told["row"]) {
  const event = events.get(tool);
  const tried = event === undefined ? ["use ", { name: tool }] : [triedOf(subjects, event)];
  return joined(["tried to ", ...tried, `; refused because ${reasonOf(reason)}`]);
}

export function triedOf(subjects: Subjects, { of, did, record, tried }: CallEvent): string {
  const subject = subjects[of];
  return tried ?? verbOf(subject, did).tried.replace("*", (record ?? subject.noun).one);
}

function reasonOf(code: string | null): string {
  const known: Readonly<Record<string, string>> = REFUSALS;
  if (code === null) return "of a rule";
  return known[code] ?? `of this: ${code.replaceAll("_", " ")}`;
}

/** Puts the noun in the place of `*`, and the name in the place of the `*` that the noun has. */
function phrased(
  phrase: string,
  { one, named }: Pick<Noun, "one" | "named">,
  name: string | null,
): readonly Piece[] {
  const filled = phrase.replace("*", name === null ? one : named);
  const [before = "", after] = filled.split("*");
  return after === undefined || name === null ? [before] : [before, { name }, after];
}

/** Joins words that stand side by side to one piece. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const whole: Piece[] = [];
  for (const piece of pieces) {
    const last = whole.at(-1);
    if (typeof piece === "string" && typeof last === "string")
      whole[whole.length - 1] = last + piece;
    else if (piece !== "") whole.push(piece);
  }
  return whole;
}

/** Fields that a sentence tells; it counts the others. */
const MOST_TOLD = 2;

/**
 * Tells changed fields of one record: `set payment terms of Acme from 14 to 30 days, and 3 more`.
 * @param record the record in words
 */
function saidFields(record: readonly Piece[], fields: readonly ChangedField[]): readonly Piece[] {
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

export const Piece = z.union([
  z.string(),
  z.object({ name: z.string() }),
  z.object({ value: Value }),
]);

export type Piece = z.output<typeof Piece>;
