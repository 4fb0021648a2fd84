import { z } from "zod";
import { onlyTeam, requireTeam } from "../accounts/teams.ts";
import { Refusal } from "../core/errors.ts";
import { email, uuid } from "../core/fields.ts";
import type { BaseContext } from "../db/context.ts";
import type { Desk } from "./command.ts";

export const team = uuid.optional().describe("TEAM_ID");

export const onOff = z.enum(["on", "off"]).transform((value) => value === "on");

export const user = z
  .string()
  .refine(
    (value) => uuid.safeParse(value).success || email.safeParse(value).success,
    "must be an id or an e-mail address",
  )
  .toLowerCase()
  .describe("ID|EMAIL");

export const UNVERIFIED =
  "The account is unverified: it was made from a copied link, and nobody has shown that the address is theirs. When you know that it is theirs: user:set --verified.";

export function commaList(words: string): readonly string[] {
  return words
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
}

/** Options stand in the list of processes, which every user of the machine can read. */
export function passwordInOption(desk: Pick<Desk, "isTerminal">, password: string | undefined) {
  if (password === undefined || !desk.isTerminal) return password;
  throw new Refusal({
    code: "not_allowed",
    path: "owner-password",
    message:
      "--owner-password shows the password to every user of this machine, in the list of processes, and is only for scripts without a terminal",
    next: "say --owner-password-stdin, and type the password on stdin",
  });
}

export async function passwordFrom({ readInput }: Pick<Desk, "readInput">): Promise<string> {
  return (await readInput()).replace(/\r?\n$/, "");
}

export async function teamOf(baseContext: BaseContext, team: string | undefined): Promise<string> {
  return team === undefined ? onlyTeam(baseContext) : (await requireTeam(baseContext, team)).id;
}
