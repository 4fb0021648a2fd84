import { type ChosenColumns, sentColumns } from "../../../form/chosen-columns.ts";
import type { Options, TimeField } from "./send-file.ts";

export type Choices = {
  readonly dates: "" | "day first" | "month first";
  readonly zone: string;
  readonly duplicates: "skip" | "add";
  readonly overlaps: "skip" | "add";
  readonly columns: ChosenColumns<TimeField>;
  /** By unknown person of the file: the member who gets their time. */
  readonly people: Readonly<Record<string, string>>;
  /** Typed e-mail addresses of new customers by name. Only whole ones are sent. */
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

/** The query of the route, without what is not decided. */
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
