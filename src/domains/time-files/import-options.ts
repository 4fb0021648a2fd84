import { z } from "zod";
import { columnChoices } from "../../core/csv/columns.ts";
import { email, label, timeZone, uuid } from "../../core/fields.ts";
import { FIELDS } from "./columns.ts";

const MOST_CUSTOMERS = 100;
export const MOST_UNKNOWN = 100;
export const LONGEST_PERSON = 320;

export const TimeImportOptions = z
  .strictObject({
    columns: columnChoices(FIELDS),
    dates: z.enum(["day first", "month first"]).optional(),
    /** Of times without one. Left out: each person's own. */
    zone: timeZone.optional(),
    duplicates: z.enum(["skip", "add"]).default("skip"),
    overlaps: z.enum(["skip", "add"]).default("skip"),
    /** People of the file whom no member matches; `members` get their time, in the same order. */
    people: z.array(z.string().min(1).max(LONGEST_PERSON)).max(MOST_UNKNOWN).default([]),
    members: z.array(uuid).max(MOST_UNKNOWN).default([]),
    /** Names of new customers; `emails` are their addresses, in the same order. */
    customers: z.array(label(200)).max(MOST_CUSTOMERS).default([]),
    emails: z.array(email).max(MOST_CUSTOMERS).default([]),
  })
  .superRefine(({ people, members, customers, emails }, given) => {
    if (members.length !== people.length)
      given.addIssue(unequal("members", "one member for each of people", people, members));
    if (emails.length !== customers.length)
      given.addIssue(unequal("emails", "one address for each of customers", customers, emails));
  });

export type TimeImportOptions = z.output<typeof TimeImportOptions>;

type Values = readonly string[];

type Issue = { code: "custom"; path: string[]; message: string };

function unequal(name: string, needed: string, others: Values, values: Values): Issue {
  const message = `must have ${needed}, in the same order: ${others.length} needed, ${values.length} given`;
  return { code: "custom", path: [name], message };
}
