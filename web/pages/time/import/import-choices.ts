import { type ChosenColumns, sentColumns } from "../../../form/chosen-columns.ts";
import type { Options, TimeField } from "./send-file.ts";

/** Decisions about a file. */
export type Choices = {
  readonly dates: "" | "day first" | "month first";
  readonly zone: string;
  readonly duplicates: "skip" | "add";
  readonly overlaps: "skip" | "add";
  readonly columns: ChosenColumns<TimeField>;
  /** Members who get the time of people whom no member matches, by the people of the file. */
  readonly people: Readonly<Record<string, string>>;
  /** E-mail addresses of new customers by name, as they are typed: only whole ones are sent. */
  readonly emails: Readonly<Record<string, string>>;
};

export const NO_CHOICES: Choices = {
  dates: "",
  zone: "",
  duplicates: "skip",
  overlaps: "skip",
  columns: new Map(),
  people: {},
  emails: {},
};

/** True once a choice differs from those that a preview starts with. */
export function isDecided({ columns, people, emails, ...rest }: Choices): boolean {
  const hasAddress = Object.values(emails).some((email) => email !== "");
  const { dates, zone, duplicates, overlaps } = NO_CHOICES;
  const isRead = rest.dates !== dates || rest.zone !== zone;
  const isAdded = rest.duplicates !== duplicates || rest.overlaps !== overlaps;
  const isGiven = columns.size > 0 || Object.keys(people).length > 0;
  return hasAddress || isGiven || isRead || isAdded;
}

export function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
}

/** The query of the route; what is not decided is left out. */
export function importOptions({ dates, zone, columns, people, emails, ...rest }: Choices): Options {
  const given = Object.entries(emails).filter(([, email]) => isAddress(email));
  return {
    ...rest,
    ...(dates === "" ? {} : { dates }),
    ...(zone === "" ? {} : { zone }),
    ...(columns.size === 0 ? {} : { columns: sentColumns(columns) }),
    ...(Object.keys(people).length === 0
      ? {}
      : { people: Object.keys(people), members: Object.values(people) }),
    ...(given.length === 0
      ? {}
      : {
          customers: given.map(([name]) => name),
          emails: given.map(([, email]) => email.trim()),
        }),
  };
}
