import { sql } from "kysely";
import { createTeam } from "../../src/accounts/new-team.ts";
import { setTeam } from "../../src/accounts/teams.ts";
import type { Database } from "../../src/db/connect.ts";
import type { AuditContext, BaseContext, Context } from "../../src/db/context.ts";
import { renewStatistics } from "../../src/db/statistics.ts";

/** Statements that fill a table take minutes. */
export const UNLIMITED = { statement: 0, answer: 0, idleInTransaction: 0 };

export async function openTeam(
  baseContext: BaseContext,
): Promise<{ team: AuditContext; ownerId: string }> {
  const signed = {
    ...baseContext,
    credential: { kind: "command_line", id: null },
    client: null,
    tool: "bench",
  } as const;
  const { teamId, userId } = await createTeam(signed, {
    name: "Benchmark",
    currency: "EUR",
    owner: { email: "owner@example.com" },
  });
  const team: AuditContext = { ...signed, team: { id: teamId }, actor: null };
  await setTeam(team, { destructive_ai_tools: true });
  return { team, ownerId: userId };
}

/** A call of the team's owner. */
export function ownerOf(team: AuditContext, id: string): Context {
  return {
    ...team,
    team: { ...team.team, name: "Benchmark", baseCurrency: "EUR" },
    actor: { id, name: "Owner", role: "owner", timeZone: "UTC" },
  };
}

/** Counts the tables' rows for the planner, as autovacuum and the hourly job soon would. */
export async function analyze({ dialect, reader, begin }: Database): Promise<void> {
  if (dialect === "postgres") await sql`vacuum analyze`.execute(reader);
  else await begin(renewStatistics);
}
