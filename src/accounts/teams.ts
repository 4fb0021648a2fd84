import { difference, record } from "../activity/journal.ts";
import { changedMeanwhile, Refusal } from "../core/errors.ts";
import { versionOf } from "../core/version.ts";
import { quoted } from "../core/visible.ts";
import type { BaseContext, AuditContext } from "../db/context.ts";
import { lockForNoKeyUpdate } from "../db/dialect.ts";
import { transaction } from "../db/transaction.ts";
import type { Instant } from "../shared/time.ts";
import { isCapped } from "./scopes.ts";

export type Team = {
  readonly id: string;
  readonly name: string;
  readonly base_currency: string;
  /** ISO 3166-1 alpha-2; null when nobody has said it. */
  readonly country_code: string | null;
  /** Month and first day, `MM-01`. */
  readonly fiscal_year_start: string;
  /** Tells which day it is in the team's books. */
  readonly time_zone: string;
  readonly destructive_ai_tools: boolean;
  /** Time at which the switch turns off by itself; null for never. */
  readonly destructive_ai_tools_until: Instant | null;
  readonly member_full_access: boolean;
};

const COLUMNS = [
  "id",
  "name",
  "base_currency",
  "country_code",
  "fiscal_year_start",
  "time_zone",
  "destructive_ai_tools",
  "destructive_ai_tools_until",
  "member_full_access",
] as const;

/** State of the switch for tools that delete; it may have turned off by itself. */
export type Switch = { readonly isOn: boolean; readonly until: Instant | null };

export function switchAt(
  team: Pick<Team, "destructive_ai_tools" | "destructive_ai_tools_until">,
  now: Instant,
): Switch {
  const until = team.destructive_ai_tools_until;
  const isOn = team.destructive_ai_tools && (until === null || until > now);
  return { isOn, until: isOn ? until : null };
}

/** Shows an expired switch as off, since its row still says on. */
function seen(team: Team, now: Instant): Team {
  const { isOn, until } = switchAt(team, now);
  return { ...team, destructive_ai_tools: isOn, destructive_ai_tools_until: until };
}

export async function listTeams({ db, now }: BaseContext): Promise<readonly Team[]> {
  const teams = db.selectFrom("teams").select(COLUMNS);
  const rows = await teams.orderBy("created_at").orderBy("id").execute();
  return rows.map((team) => seen(team, now));
}

export async function listTeamsOf({ db, now }: BaseContext, userId: string) {
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

/** Setting the switch without a time removes any earlier time. */
export type TeamSettings = Partial<Omit<Team, "id">>;

export type SetTeam = TeamSettings & {
  /** Version that the person saw. */
  readonly seen?: string | undefined;
};

/** @throws Refusal `changed_meanwhile` when the team is no longer as it was `seen` */
export async function setTeam(
  context: AuditContext,
  { seen: version, ...settings }: SetTeam,
): Promise<Team> {
  return transaction(context, async (context) => {
    const teams = context.db.selectFrom("teams").select(COLUMNS);
    const held = lockForNoKeyUpdate(context.db, teams.where("id", "=", context.team.id));
    const row = await held.executeTakeFirst();
    if (row === undefined) throw noTeam(context.team.id);
    if (version !== undefined && version !== versionOfTeam(row)) throw changedSince();
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

/** Version of what people type of a team; its switches are turned one by one. */
export function versionOfTeam(team: Team): string {
  const { name, base_currency, country_code, fiscal_year_start, time_zone } = team;
  return versionOf({ name, base_currency, country_code, fiscal_year_start, time_zone });
}

function changedSince(): Refusal {
  return changedMeanwhile(
    "The team was changed meanwhile",
    "look at what changed, and save again; nothing was saved",
  );
}

function timeOf(before: Team, settings: TeamSettings): Instant | null {
  if (settings.destructive_ai_tools === undefined) return before.destructive_ai_tools_until;
  return settings.destructive_ai_tools ? (settings.destructive_ai_tools_until ?? null) : null;
}

export async function onlyTeam(context: BaseContext): Promise<string> {
  const teams = await listTeams(context);
  const [team, ...others] = teams;
  if (team !== undefined && others.length === 0) return team.id;
  const named = teams.map(({ id, name }) => `${quoted(name)} (${id})`);
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
        message: `There are several teams: ${named.join(", ")}`,
        next: "name one with --team",
      });
}

export async function requireTeam({ db, now }: BaseContext, id: string): Promise<Team> {
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
