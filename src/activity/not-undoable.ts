import { Refusal } from "../core/errors.ts";
import { quoted } from "../core/visible.ts";
import { shownIn } from "../shared/calendar.ts";
import { toMajor } from "../shared/money.ts";
import { counted, lowered, spoken } from "../shared/words.ts";
import { type Field, type Value, valueOf } from "./field.ts";
import { namesOf, type Thing, thingsIn } from "./names.ts";
import type { Snapshot } from "./recorded-change.ts";
import {
  type Instead,
  type JournalContext,
  foreignKeysOf,
  type Clash,
  type Referring,
} from "./subject.ts";
import type { Conflict } from "./undo-steps.ts";

export function notUndoable({ because, next }: Instead, cause?: unknown): Refusal {
  return new Refusal({ code: "not_undoable", message: because, next, cause });
}

export const DONE_ALREADY: Instead = {
  because: "It has been undone already",
  next: "to have the change again, undo that undo",
};

export const SOMETHING_ELSE: Instead = {
  because: "Another change was made at the same moment",
  next: "look at the records, and try again",
};

export async function inTheWay(
  context: JournalContext,
  thing: Thing,
  snapshot: Snapshot,
  { message, next }: Clash,
): Promise<Refusal> {
  const because = `${await spokenOf(context, thing, snapshot)} cannot be as it was: ${message}`;
  return notUndoable({ because, next });
}

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

export async function conflicting(context: JournalContext, conflict: Conflict): Promise<Refusal> {
  const thing = await spokenOf(context, conflict, conflict.snapshot);
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
  const field = context.subjects[conflict.type].fields[conflict.column];
  return notUndoable({
    because: field
      ? `${thing} has changed since: ${await valuesOf(context, conflict, field)}`
      : `${thing} has changed since, in a value that is not shown`,
    next: "undo first what came later, or change it by hand",
  });
}

/** `The tag "Wholesale"`. A record without a name of its own is told by the records it refers to. */
async function spokenOf(
  context: JournalContext,
  thing: Thing,
  snapshot: Snapshot,
): Promise<string> {
  const subject = context.subjects[thing.type];
  const { noun, names, namedIn } = subject;
  const isNamed =
    typeof names !== "string" &&
    (namedIn === null || foreignKeysOf(subject)[namedIn] === undefined);
  const named = isNamed ? [thing] : thingsIn(context.subjects, thing.type, snapshot);
  const found = await namesOf(context, named);
  const said = named.flatMap(({ id }) => found.get(id) ?? []).map(quoted);
  if (said.length === 0) return `The ${lowered(noun.label)}`;
  return `The ${lowered(noun.label)} ${isNamed ? said.join() : `(${said.join(", ")})`}`;
}

async function valuesOf(
  context: JournalContext,
  { type, snapshot, left, now }: Extract<Conflict, { conflict: "changed" }>,
  field: Field,
): Promise<string> {
  const ids = field.kind === "id" ? [left, now].filter((id) => typeof id === "string") : [];
  const of = field.kind === "id" ? field.of : type;
  const names = await namesOf(
    context,
    ids.map((id) => ({ type: of, id })),
  );
  const currencyIn = (column: string) => {
    const code = snapshot[column];
    return typeof code === "string" ? code : null;
  };
  const [was, is] = [left, now].map((value) =>
    spokenValue(context, valueOf(field, value, { names, currencyIn })),
  );
  return `${field.label} was left as ${was}, and is ${is} now`;
}

const LONGEST_SHOWN = 200;

export function spokenValue({ actor }: JournalContext, value: Value | null): string {
  if (value === null) return "nothing";
  switch (value.kind) {
    case "text":
    case "long text":
      return quoted(cut(value.text));
    case "list":
      return quoted(cut(value.items.join(", ")));
    case "day":
      return value.day;
    case "moment":
      return shownIn(actor.timeZone, value.at);
    case "duration":
      return spoken(value.seconds);
    case "number":
      return value.unit === null ? `${value.number}` : counted(value.number, value.unit);
    case "boolean":
      return value.isTrue ? "yes" : "no";
    case "currency":
      return value.code;
    default:
      return value.currency === null
        ? `${value.minor} without a currency`
        : `${toMajor(value.minor, value.currency)} ${value.currency}`;
  }
}

function cut(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
