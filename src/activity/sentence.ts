import { REFUSALS } from "../core/errors.ts";
import type { Did } from "../core/event.ts";
import type { SubjectType } from "../db/schema/activity.ts";
import { counted } from "../shared/words.ts";
import type { ChangedField } from "./changed-fields.ts";
import type { EventRow } from "./event-rows.ts";
import type { Image } from "./image.ts";
import type { Piece } from "./piece.ts";
import { saidFields } from "./said-fields.ts";
import { byRank, type Door, type Noun, type Subject, type Subjects } from "./subject.ts";

/** A record that an event changed. */
export type Changed = { readonly type: SubjectType; readonly id: string; readonly did: Did };

type Named = Changed & { readonly name: string | null };

/** The words of a tool, route or command, and the kind of record they are about. */
type KnownDoor = { readonly type: string; readonly door: Door };

/** Null for an undo, and for a door of another version. */
export function doorOf(subjects: Subjects, tool: string): KnownDoor | null {
  for (const [type, { doors }] of Object.entries(subjects)) {
    const door = doors[tool];
    if (door !== undefined) return { type, door };
  }
  return null;
}

/** Puts the main record of the event first: a deleted customer, not the tags that went with it. */
export function leadFirst<T extends Changed>(
  subjects: Subjects,
  tool: string,
  things: readonly T[],
): readonly T[] {
  const known = doorOf(subjects, tool);
  const ranked = byRank(subjects, things);
  const ofType = ranked.filter(({ type }) => type === known?.type);
  const lead = ofType.find(({ did }) => did === known?.door.did) ?? ofType[0];
  return lead === undefined ? ranked : [lead, ...ranked.filter((thing) => thing !== lead)];
}

type Told = {
  readonly row: Pick<EventRow, "outcome" | "reason" | "tool" | "undoes_id">;
  /** The record that the event is mainly about. */
  readonly lead: Named | null;
  readonly changeCount: number;
  /** Changes of the same kind as that of the main record. */
  readonly likeCount?: number;
  /** New values of that record, where the words of the door depend on them. */
  readonly image: Image | null;
  /** Its changed fields; empty if it came or went, or if its images are redacted. */
  readonly fields: readonly ChangedField[];
};

/** The sentence of an event after its subject: `deleted the customer Acme, with 2 more changes`. */
export function deedOf(subjects: Subjects, told: Told): readonly Piece[] {
  const { row, lead, changeCount } = told;
  if (row.outcome === "refused") return attemptOf(subjects, row);
  if (lead === null) return ["changed nothing"];
  const many = row.undoes_id === null ? manyOf(subjects, told, lead) : undefined;
  if (many !== undefined) return [many];
  const others = changeCount - 1;
  const rest = others > 0 ? [`, with ${counted(others, "more change")}`] : [];
  const undid = row.undoes_id === null ? [] : ["undid a change: "];
  const did = undid.length === 0 ? doneOf(subjects, told, lead) : undoneOf(subjects, told, lead);
  return joined([...undid, ...did, ...rest]);
}

/** The words of a door that did the same to many records: `archived 312 customers`. */
function manyOf(subjects: Subjects, { row, likeCount = 1 }: Told, lead: Named): string | undefined {
  const known = doorOf(subjects, row.tool);
  if (known?.type !== lead.type || likeCount < 2) return undefined;
  return known.door.many?.replace("*", String(likeCount));
}

/** The words of the door. Where they are the common ones for a change, the fields say more. */
function doneOf(subjects: Subjects, { row, image, fields }: Told, lead: Named): readonly Piece[] {
  const subject = subjects[lead.type];
  const common = subject.verbs[lead.did];
  const known = doorOf(subjects, row.tool);
  const door = known?.type === lead.type && known.door.did === lead.did ? known.door : null;
  const phrase = door === null ? common : phraseOf(door, image);
  if (phrase === common && fields.length > 0) return ofFields(subject, lead, fields);
  return phrased(phrase, door?.record ?? subject.noun, lead.name);
}

function phraseOf({ said }: Door, image: Image | null): string {
  if (typeof said === "string") return said;
  return said.by[String(image?.[said.column])] ?? said.otherwise;
}

function undoneOf(subjects: Subjects, { fields }: Told, lead: Named): readonly Piece[] {
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

function attemptOf(subjects: Subjects, { tool, reason }: Told["row"]): readonly Piece[] {
  const known = doorOf(subjects, tool);
  const tried = known === null ? ["use ", { name: tool }] : [known.door.tried];
  return joined(["tried to ", ...tried, `; refused because ${reasonOf(reason)}`]);
}

/** Spells out a code that this version does not know. */
function reasonOf(code: string | null): string {
  const known: Readonly<Record<string, string>> = REFUSALS;
  if (code === null) return "of a rule";
  return known[code] ?? `of this: ${code.replaceAll("_", " ")}`;
}

/** Puts the noun and the name of a record in the place of `*`. */
function phrased(
  phrase: string,
  { one, named }: Pick<Noun, "one" | "named">,
  name: string | null,
): readonly Piece[] {
  const filled = phrase.replace("*", name === null ? one : named);
  const [before = "", after] = filled.split("*");
  return after === undefined || name === null ? [before] : [before, { name }, after];
}

/** Adjacent words as one piece. */
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
