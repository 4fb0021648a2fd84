import { difference, record } from "../activity/journal.ts";
import { Refusal } from "../core/errors.ts";
import type { Instant } from "../core/time.ts";
import type { Ground, Signed } from "../db/context.ts";
import { holdRows } from "../db/dialect.ts";
import { transaction } from "../db/transaction.ts";
import { isCapped } from "./scopes.ts";

export type Team = {
  readonly id: string;
  readonly name: string;
  readonly base_currency: string;
  readonly destructive_ai_tools: boolean;
  /** When that goes off by itself; null when it stays as it is. */
  readonly destructive_ai_tools_until: Instant | null;
  readonly member_full_access: boolean;
};

const COLUMNS = [
  "id",
  "name",
  "base_currency",
  "destructive_ai_tools",
  "destructive_ai_tools_until",
  "member_full_access",
] as const;

/** The switch for tools that delete, as it stands at a moment: it may have gone off by itself. */
export type Switch = { readonly isOn: boolean; readonly until: Instant | null };

export function switchAt(
  team: Pick<Team, "destructive_ai_tools" | "destructive_ai_tools_until">,
  now: Instant,
): Switch {
  const until = team.destructive_ai_tools_until;
  const isOn = team.destructive_ai_tools && (until === null || until > now);
  return { isOn, until: isOn ? until : null };
}

/** A team as it is at a moment: the row of a switch that went off by itself still says until when it was on. */
function seen(team: Team, now: Instant): Team {
  const { isOn, until } = switchAt(team, now);
  return { ...team, destructive_ai_tools: isOn, destructive_ai_tools_until: until };
}

export async function listTeams({ db, now }: Ground): Promise<readonly Team[]> {
  const teams = db.selectFrom("teams").select(COLUMNS);
  const rows = await teams.orderBy("created_at").orderBy("id").execute();
  return rows.map((team) => seen(team, now));
}

/** The teams that a person is in, by name, each with their role there. */
export async function listTeamsOf({ db, now }: Ground, userId: string) {
  const rows = await db
    .selectFrom("memberships as member")
    .innerJoin("teams as team", "team.id", "member.team_id")
    .where("member.user_id", "=", userId)
    .select(COLUMNS.map((column) => `team.${column}` as const))
    .select("member.role")
    .orderBy("team.name")
    .orderBy("team.id")
    .execute();
  return rows.map(({ role, ...team }) => {
    const reach = { role, team: { memberFullAccess: team.member_full_access } };
    return { ...seen(team, now), role, isCapped: isCapped(reach) };
  });
}

/** The time goes with the switch: whoever turns it without one leaves it as it is set. */
export type TeamSettings = Partial<Omit<Team, "id">>;

/** Changes the settings that are given, and answers the team as it is then. */
export async function setTeam(context: Signed, settings: TeamSettings): Promise<Team> {
  return transaction(context, async (context) => {
    const teams = context.db.selectFrom("teams").select(COLUMNS);
    const held = holdRows(context.db, teams.where("id", "=", context.team.id));
    const row = await held.executeTakeFirst();
    if (row === undefined) throw noTeam(context.team.id);
    const before = seen(row, context.now);
    const after = { ...before, ...settings, destructive_ai_tools_until: timeOf(before, settings) };
    const changes = difference(before, after);
    if (Object.keys(changes.after).length > 0) {
      const { id, ...columns } = after;
      await context.db.updateTable("teams").set(columns).where("id", "=", id).execute();
      await record(context, [{ type: "team", id, ...changes }]);
    }
    return after;
  });
}

function timeOf(before: Team, settings: TeamSettings): Instant | null {
  if (settings.destructive_ai_tools === undefined) return before.destructive_ai_tools_until;
  return settings.destructive_ai_tools ? (settings.destructive_ai_tools_until ?? null) : null;
}

/** The id of the team that is meant when none is named: the only one there is. */
export async function onlyTeam(context: Ground): Promise<string> {
  const [team, ...others] = await listTeams(context);
  if (team !== undefined && others.length === 0) return team.id;
  throw team === undefined
    ? new Refusal({
        code: "not_found",
        path: "team",
        message: "There is no team yet",
        next: "make one with team:create",
      })
    : new Refusal({
        code: "invalid_argument",
        path: "team",
        message: `There are several teams: ${[team, ...others].map(({ id, name }) => `${name} (${id})`).join(", ")}`,
        next: "name one with --team",
      });
}

export async function requireTeam({ db, now }: Ground, id: string): Promise<Team> {
  const teams = db.selectFrom("teams").select(COLUMNS);
  const team = await teams.where("id", "=", id).executeTakeFirst();
  if (team !== undefined) return seen(team, now);
  throw noTeam(id);
}

function noTeam(id: string): Refusal {
  return new Refusal({
    code: "not_found",
    path: "team",
    message: `There is no team ${id}`,
    next: "see team:list for the ids",
  });
}
