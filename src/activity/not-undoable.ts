import { shownIn } from "../core/calendar.ts";
import { Refusal } from "../core/errors.ts";
import { instant } from "../core/fields.ts";
import { quoted } from "../core/visible.ts";
import { counted } from "../core/words.ts";
import type { Image } from "./image.ts";
import { namesOf, type Thing, thingsIn } from "./names.ts";
import type { Instead, JournalContext } from "./subject.ts";
import type { Clash, Referring } from "./undo-rows.ts";
import type { Conflict } from "./undo-steps.ts";

/** Why an event is not undone, in words that name what is in the way. */

export function notUndoable({ because, next }: Instead, cause?: unknown): Refusal {
  return new Refusal({ code: "not_undoable", message: because, next, cause });
}

export const DONE_ALREADY: Instead = {
  because: "It has been undone already",
  next: "undo the undoing to have it again",
};

/** Somebody wrote in the same moment what stands in the way of this. */
export const SOMETHING_ELSE: Instead = {
  because: "Something that was changed in the same moment is in the way",
  next: "look at what there is now, and try again",
};

/** Another row is in the way of one. */
export async function inTheWay(
  context: JournalContext,
  thing: Thing,
  image: Image,
  { message, next }: Clash,
): Promise<Refusal> {
  const because = `${await spokenOf(context, thing, image)} cannot be as it was: ${message}`;
  return notUndoable({ because, next });
}

/** What came later refers to a row that should go. */
export async function stillReferred(
  context: JournalContext,
  thing: Thing,
  { one, many }: Referring,
  count: number,
): Promise<Refusal> {
  return notUndoable({
    because: `${await spokenOf(context, thing, {})} has ${counted(count, one, many)} by now`,
    next: "undo first what came later, or delete it yourself",
  });
}

/** A row is not as the event left it. */
export async function conflicting(context: JournalContext, conflict: Conflict): Promise<Refusal> {
  const thing = await spokenOf(context, conflict, conflict.image);
  if (conflict.conflict === "gone")
    return notUndoable({
      because: `${thing} is not there any more`,
      next: "undo its deletion first",
    });
  if (conflict.conflict === "there")
    return notUndoable({ because: `${thing} is there again`, next: "undo first what came later" });
  if (conflict.conflict === "parent gone") {
    const parent = lowered(await spokenOf(context, conflict.parent, {}));
    return notUndoable({
      because: `${thing} cannot be as it was: ${parent} is not there any more`,
      next: "undo its deletion first",
    });
  }
  return notUndoable({
    because: `${thing} has changed since: ${await valuesOf(context, conflict)}`,
    next: "undo first what came later, or change it by hand",
  });
}

/** A thing with its name. What has no name of its own goes by that of what it refers to. */
async function spokenOf(context: JournalContext, thing: Thing, image: Image): Promise<string> {
  const { label, names, namedIn, refers } = context.subjects[thing.type];
  const isNamed = typeof names !== "string" && (namedIn === null || !(namedIn in refers));
  const named = isNamed ? [thing] : thingsIn(context.subjects, thing.type, image);
  const found = await namesOf(context, named);
  const said = named.flatMap(({ id }) => found.get(id) ?? []).map(quoted);
  if (said.length === 0) return `The ${lowered(label)}`;
  return `The ${lowered(label)} ${isNamed ? said.join() : `(${said.join(", ")})`}`;
}

/** Both values of the column that is not as it was left. */
async function valuesOf(
  context: JournalContext,
  { type, column, left, now }: Extract<Conflict, { conflict: "changed" }>,
): Promise<string> {
  const { fields, refers } = context.subjects[type];
  const parent = refers[column];
  const ids = [left, now].filter((value) => typeof value === "string");
  const names =
    parent === undefined
      ? null
      : await namesOf(
          context,
          ids.map((id) => ({ type: parent, id })),
        );
  const [was, is] = [left, now].map((value) => {
    const name = typeof value === "string" ? names?.get(value) : undefined;
    return name === undefined ? shown(context, value) : quoted(name);
  });
  return `${fields[column] ?? column} was left as ${was}, and is ${is} now`;
}

const LONGEST_SHOWN = 200;

/** A value in a sentence; a moment as clocks show it where the reader is. */
function shown({ actor }: JournalContext, value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "string") return JSON.stringify(value);
  if (instant.safeParse(value).success) return shownIn(actor.timeZone, value);
  return quoted(value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value);
}

/** Inside of a sentence, where an abbreviation stays as it is. */
function lowered(words: string): string {
  return /^\p{Lu}\p{Lu}/u.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1);
}
