import { z } from "zod";
import { onlyTeam, requireTeam } from "../accounts/teams.ts";
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

export function listOf(words: string): readonly string[] {
  return words
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
}

export async function passwordFrom({ readInput }: Pick<Desk, "readInput">): Promise<string> {
  return (await readInput()).replace(/\r?\n$/, "");
}

export async function teamOf(baseContext: BaseContext, team: string | undefined): Promise<string> {
  return team === undefined ? onlyTeam(baseContext) : (await requireTeam(baseContext, team)).id;
}
