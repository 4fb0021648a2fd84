import type { Role } from "../db/schema/accounts.ts";

export type Person = {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly timeZone: string;
  /** Seed of this person's work, so that everybody's days differ. */
  readonly seed: number;
  /** Days of the week without work, 0 being Sunday. */
  readonly daysOff: readonly number[];
  /** Public holidays, as month and day. */
  readonly holidays: readonly string[];
  /** First and last day of the last leave, in days ago. */
  readonly leave: readonly [first: number, last: number];
};

export type PersonName = "mara" | "daniel" | "yuki";

export const TEAM = { name: "Kestrel Lane Studio", currency: "EUR", since: 790 } as const;

export const PEOPLE = {
  mara: {
    email: "mara@demo.example",
    name: "Mara Lindqvist",
    role: "owner",
    timeZone: "Europe/Berlin",
    seed: 11,
    daysOff: [0, 6],
    holidays: ["01-01", "05-01", "10-03", "12-24", "12-25", "12-26", "12-31"],
    leave: [45, 36],
  },
  daniel: {
    email: "daniel@demo.example",
    name: "Daniel Okafor",
    role: "admin",
    timeZone: "America/New_York",
    seed: 23,
    daysOff: [0, 6],
    holidays: ["01-01", "06-19", "07-04", "11-11", "12-24", "12-25"],
    leave: [72, 66],
  },
  yuki: {
    email: "yuki@demo.example",
    name: "Yuki Takahashi",
    role: "member",
    timeZone: "Asia/Tokyo",
    seed: 37,
    daysOff: [0, 3, 6],
    holidays: [
      "01-01",
      "01-02",
      "01-03",
      "02-11",
      "02-23",
      "04-29",
      "05-03",
      "05-04",
      "05-05",
      "08-11",
      "11-03",
      "11-23",
    ],
    leave: [24, 18],
  },
} as const satisfies Record<PersonName, Person>;
