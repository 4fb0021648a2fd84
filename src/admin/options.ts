import { z } from "zod";
import { onlyTeam, requireTeam } from "../accounts/teams.ts";
import { email, uuid } from "../core/fields.ts";
import type { Ground } from "../db/context.ts";
import type { Desk } from "./command.ts";

/** Left out, the only team there is is meant: see `teamOf`. */
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

/** Words with commas between them. */
export function listOf(words: string): readonly string[] {
  return words
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
}

/** A password from the standard input, without the end of its line. */
export async function passwordFrom({ readInput }: Pick<Desk, "readInput">): Promise<string> {
  return (await readInput()).replace(/\r?\n$/, "");
}

/** The id of the team that a command is for. */
export async function teamOf(ground: Ground, team: string | undefined): Promise<string> {
  return team === undefined ? onlyTeam(ground) : (await requireTeam(ground, team)).id;
}
