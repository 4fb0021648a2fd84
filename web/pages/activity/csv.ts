import { csvLine } from "../../../src/shared/csv.ts";
import type { Event } from "./event.ts";
import { sentenceOf } from "./words.ts";

export function eventsCsv(events: readonly Event[], timeZone: string): string {
  const lines = events.map((event) => COLUMNS.map(([, value]) => value(event, timeZone)));
  return [COLUMNS.map(([title]) => title), ...lines].map(csvLine).join("");
}

type CsvColumn = readonly [title: string, value: (event: Event, timeZone: string) => string];

const COLUMNS: readonly CsvColumn[] = [
  ["When (UTC)", ({ at }) => at],
  ["Who", ({ actor }) => actor?.name ?? ""],
  ["Through", ({ via }) => via.kind],
  ["Name of the key or app", ({ via }) => via.name ?? ""],
  ["Client", ({ client }) => (client === null ? "" : `${client.name} ${client.version ?? ""}`)],
  ["Tool, route or command", ({ tool }) => tool],
  ["What", sentenceOf],
  ["Outcome", ({ outcome }) => outcome],
  ["Refused because", ({ reason }) => reason ?? ""],
  ["Kind of record", ({ subjects }) => subjects[0]?.type ?? ""],
  ["Record", ({ subjects }) => subjects[0]?.name ?? ""],
  ["Record id", ({ subjects }) => subjects[0]?.id ?? ""],
  ["Changes", ({ changeCount }) => String(changeCount)],
  ["Undone by", ({ undo }) => undo.eventId ?? ""],
  ["Undoes", ({ undoes }) => undoes ?? ""],
  ["Event id", ({ id }) => id],
];
