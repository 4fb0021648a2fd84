import type { Event } from "../event.ts";
import { leadOf } from "../sentence/deed.ts";
import { sentenceOf } from "../sentence/sentence-text.ts";

/** The events as a table for spreadsheets (RFC 4180), with the sentence of each. */
export function csvOf(events: readonly Event[]): string {
  const lines = events.map((event) => COLUMNS.map(([, value]) => value(event)));
  const table = [COLUMNS.map(([title]) => title), ...lines];
  return table.map((line) => `${line.map(cell).join(",")}\r\n`).join("");
}

const COLUMNS: readonly (readonly [title: string, value: (event: Event) => string])[] = [
  ["When (UTC)", ({ at }) => at],
  ["Who", ({ actor }) => actor?.name ?? ""],
  ["Through", ({ via }) => via.kind],
  ["Name of the key or app", ({ via }) => via.name ?? ""],
  ["Client", ({ client }) => (client === null ? "" : `${client.name} ${client.version ?? ""}`)],
  ["Tool, route or command", ({ tool }) => tool],
  ["What", sentenceOf],
  ["Outcome", ({ outcome }) => outcome],
  ["Refused because", ({ reason }) => reason ?? ""],
  ["Kind of record", (event) => leadOf(event)?.type ?? ""],
  ["Record", (event) => leadOf(event)?.name ?? ""],
  ["Record id", (event) => leadOf(event)?.id ?? ""],
  ["Changes", ({ changeCount }) => String(changeCount)],
  ["Undone by", ({ undo }) => undo.eventId ?? ""],
  ["Undoes", ({ undoes }) => undoes ?? ""],
  ["Event id", ({ id }) => id],
];

/** A spreadsheet would run what begins like a formula: an apostrophe makes it text (OWASP, CSV Injection). */
function cell(text: string): string {
  const harmless = /^\s*[=+\-@|%＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
