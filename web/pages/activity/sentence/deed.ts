import type { Did, Event, Subject } from "../event.ts";
import { counted, type Words } from "../words.ts";
import { doorOf } from "./doors.ts";
import { nounOf } from "./subjects.ts";

/** What an event did to which record, or what was tried and why it was refused. */
export function deedOf(event: Event): readonly Words[] {
  return event.outcome === "refused" ? attemptOf(event) : doneBy(event);
}

/** The record that an event is about above all: a deleted customer, not the tags that went with it. */
export function leadOf({ subjects, tool }: Event): Subject | null {
  const door = doorOf(tool);
  const ofType = subjects.filter(({ type }) => type === door?.type);
  return ofType.find(({ did }) => did === door?.did) ?? ofType[0] ?? subjects[0] ?? null;
}

function doneBy(event: Event): readonly Words[] {
  const lead = leadOf(event);
  if (lead === null) return ["changed nothing"];
  const others = event.changeCount - 1;
  const rest = others > 0 ? [`, with ${counted(others, "more change")}`] : [];
  if (event.undoes !== null) return ["undid a change: ", ...said(UNDONE[lead.did], lead), ...rest];
  return [...said(sayingOf(event, lead), lead), ...rest];
}

function sayingOf({ tool }: Event, { type, did }: Subject): string {
  const door = doorOf(tool);
  const own = door?.type === type && door.did === did ? door.said : undefined;
  return own ?? SAYINGS.get(`${type} ${did}`) ?? DONE[did];
}

/** Where a thing has a verb of its own. */
const SAYINGS = new Map([
  ["api_key created", "made *"],
  ["customer_tag created", "added *"],
  ["customer_tag deleted", "removed *"],
  ["invitation created", "made *"],
  ["membership created", "took * into the team"],
  ["membership changed", "changed the role of *"],
  ["membership deleted", "removed * from the team"],
  ["oauth_grant created", "connected *"],
  ["oauth_grant changed", "disconnected *"],
  ["team created", "made *"],
  ["team changed", "changed the settings of *"],
  ["user created", "made *"],
]);

const DONE: Readonly<Record<Did, string>> = {
  created: "added *",
  changed: "changed *",
  deleted: "deleted *",
};

const UNDONE: Readonly<Record<Did, string>> = {
  created: "brought * back",
  changed: "changed * back",
  deleted: "removed * again",
};

function said(saying: string, { type, name }: Subject): readonly Words[] {
  const [before = "", after = ""] = saying.split("*");
  if (!saying.includes("*")) return [before];
  const noun = nounOf(type);
  if (name === null) return [before, noun.one, after];
  return [before, `${noun.named} `, { name }, after];
}

function attemptOf({ tool, reason }: Event): readonly Words[] {
  const tried = doorOf(tool)?.tried;
  const what = tried === undefined ? ["use ", { name: tool }] : [tried];
  return ["tried to ", ...what, `; refused because ${REASONS.get(reason ?? "") ?? spelt(reason)}`];
}

/** What the journal's codes of refusals mean for whoever reads it. */
const REASONS = new Map([
  ["busy", "the records were in use"],
  ["not_allowed", "the role does not allow it"],
  ["not_confirmed", "nobody agreed to it"],
  ["not_found", "there is no such record"],
  ["not_undoable", "the records have changed since"],
  ["password_needed", "the password was not entered"],
  ["tool_not_available", "deleting was not allowed"],
]);

function spelt(reason: string | null): string {
  return reason === null ? "of a rule" : `of this: ${reason.replaceAll("_", " ")}`;
}
