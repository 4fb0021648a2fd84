import { z } from "zod";
import { DELETING } from "../accounts/journal.ts";
import { holdOwnRole, requireRank } from "../accounts/roles.ts";
import {
  openTeam,
  requireTeam,
  type SetTeam,
  setTeam,
  switchAt,
  type Team,
  versionOfTeam,
} from "../accounts/teams.ts";
import { version } from "../core/canonical-json.ts";
import { Refusal } from "../core/errors.ts";
import { countryCode, currency, label, timeZone } from "../core/fields.ts";
import { json, defineRoute } from "../core/route.ts";
import type { Context } from "../db/context.ts";
import type { Role } from "../db/schema/accounts.ts";
import { lockTeam, transaction } from "../db/transaction.ts";
import { keepPaidDays } from "../domains/invoices/payments.ts";
import { settleAll } from "../domains/rates/settle.ts";
import { addDays, momentIn } from "../shared/calendar.ts";
import { MOST_DELETIONS } from "../shared/limits.ts";
import { addMilliseconds, dayIn, type Instant } from "../shared/time.ts";
import { requireConfirmed, type OwnContext, type TeamContext } from "./route.ts";

export const TeamShape = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(["owner", "admin", "member"]),
  baseCurrency: z.string(),
  /** ISO 3166-1 alpha-2. */
  countryCode: z.string().nullable(),
  /** Month and first day, `MM-01`. */
  fiscalYearStart: z.string(),
  timeZone: z.string(),
  /** Of the name, currency, country, fiscal year and time zone, which a change names. */
  version,
  memberFullAccess: z.boolean(),
  destructive: z.object({ isOn: z.boolean(), until: z.string().nullable() }),
  /** By assistants that cannot ask a person; null for no limit. */
  deletionsPerHour: z.int().nullable(),
});

/** A fiscal year begins with a month. */
const fiscalYearStart = z
  .string()
  .refine((day) => /^(0[1-9]|1[0-2])-01$/.test(day), "must be the first of a month, such as 04-01");

const deletionsPerHour = z.int().min(1).max(MOST_DELETIONS);

const OneTeam = z.object({ team: TeamShape });

const create = defineRoute({
  path: "POST /api/teams",
  role: null,
  event: { of: "team", did: "created" },
  input: z.strictObject({ name: label(100), baseCurrency: currency }),
  output: json(OneTeam),
  example: () => ({ name: "Another", baseCurrency: "EUR" }),
  handler: async (context: OwnContext, { name, baseCurrency }) => {
    const id = await openTeam(context, { name, currency: baseCurrency });
    return { team: teamShape(await requireTeam(context, id), "owner", context.now) };
  },
});

const change = defineRoute({
  path: "PATCH /api/teams/:team",
  role: "admin",
  event: { of: "team", did: "changed" },
  input: z.strictObject({
    name: label(100).optional(),
    baseCurrency: currency.optional(),
    countryCode: countryCode.nullish(),
    fiscalYearStart: fiscalYearStart.optional(),
    timeZone: timeZone.optional(),
    seen: version.optional(),
  }),
  output: json(OneTeam),
  example: () => ({ name: "Renamed" }),
  handler: async (context: TeamContext, { name, baseCurrency, ...input }) =>
    changed(context, {
      seen: input.seen,
      ...(name === undefined ? {} : { name }),
      ...(baseCurrency === undefined ? {} : { base_currency: baseCurrency }),
      ...(input.countryCode === undefined ? {} : { country_code: input.countryCode }),
      ...(input.fiscalYearStart === undefined ? {} : { fiscal_year_start: input.fiscalYearStart }),
      ...(input.timeZone === undefined ? {} : { time_zone: input.timeZone }),
    }),
});

const setMemberFullAccess = defineRoute({
  path: "PUT /api/teams/:team/member-full-access",
  role: "admin",
  event: {
    of: "team",
    did: "changed",
    said: {
      column: "member_full_access",
      by: {
        true: "turned on full access for members’ assistants",
        false: "turned off full access for members’ assistants",
      },
      otherwise: "changed what members’ assistants may do",
    },
    tried: "turn full access for members’ assistants on or off",
  },
  input: z.strictObject({ isOn: z.boolean() }),
  output: json(OneTeam),
  example: () => ({ isOn: true }),
  handler: async (context: TeamContext, { isOn }) => {
    if (isOn) requireConfirmed(context);
    return changed(context, { member_full_access: isOn });
  },
});

const setDestructive = defineRoute({
  path: "PUT /api/teams/:team/destructive",
  role: "admin",
  event: {
    of: "team",
    did: "changed",
    said: { ...DELETING, otherwise: "changed the settings for deleting by assistants" },
    tried: "turn deleting by assistants on or off",
  },
  input: z.strictObject({
    isOn: z.boolean(),
    /** When it goes off by itself, in whoever's time zone turns it on; never, when it is left out. */
    until: z.enum(["hour", "today"]).nullish(),
    /** Given only with isOn: true. Null removes the limit; left out, it stays. */
    deletionsPerHour: deletionsPerHour.nullable().optional(),
  }),
  output: json(OneTeam),
  example: () => ({ isOn: true, until: null }),
  handler: async (context: TeamContext, { isOn, until = null, deletionsPerHour: limit }) => {
    if (isOn) requireConfirmed(context);
    else if (limit !== undefined) throw limitOfNothing();
    const end = isOn && until !== null ? ENDS[until](context) : null;
    return changed(context, {
      destructive_ai_tools: isOn,
      destructive_ai_tools_until: end,
      ...(limit === undefined ? {} : { deletions_per_hour: limit }),
    });
  },
});

function limitOfNothing(): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "deletionsPerHour",
    message: "deletionsPerHour must not be given with isOn: false",
    next: "change the limit alone, or leave it out; nothing was changed",
  });
}

const setDeletionLimit = defineRoute({
  path: "PUT /api/teams/:team/deletion-limit",
  role: "admin",
  event: {
    of: "team",
    did: "changed",
    said: "changed the limit of deletions by assistants",
    tried: "change the limit of deletions by assistants",
  },
  input: z.strictObject({ perHour: deletionsPerHour.nullable() }),
  output: json(OneTeam),
  example: () => ({ perHour: 25 }),
  handler: async (context: TeamContext, { perHour }) =>
    transaction(context, async (context) => {
      // Nobody changes the limit between the comparison and the end.
      await lockTeam(context);
      const { deletions_per_hour: before } = await requireTeam(context, context.team.id);
      if (before !== null && (perHour === null || perHour > before)) requireConfirmed(context);
      return changed(context, { deletions_per_hour: perHour });
    }),
});

const ENDS: Readonly<Record<"hour" | "today", (context: Context) => Instant>> = {
  hour: ({ now }) => addMilliseconds(now, 60 * 60_000),
  today: ({ actor, now }) => momentIn(actor.timeZone, addDays(dayIn(actor.timeZone, now), 1), 0),
};

const listTools = defineRoute({
  path: "GET /api/teams/:team/tools",
  role: "member",
  input: z.strictObject({}),
  output: json(
    z.object({
      tools: z.array(
        z.object({
          name: z.string(),
          title: z.string(),
          tier: z.enum(["read", "write", "destructive"]),
          effect: z.string(),
        }),
      ),
    }),
  ),
  example: () => ({}),
  handler: async ({ parts }: TeamContext) => ({
    tools: parts.tools.map(({ name, title, tier, effect }) => ({ name, title, tier, effect })),
  }),
});

export const teamRoutes = [
  create,
  change,
  setMemberFullAccess,
  setDestructive,
  setDeletionLimit,
  listTools,
];

async function changed(context: TeamContext, settings: SetTeam) {
  return transaction(context, async (context) => {
    // A person who has just been demoted or removed decides nothing any more.
    const own = await holdOwnRole(context);
    requireRank({ own }, "admin", "change its settings");
    const { base_currency: before, time_zone } = await requireTeam(context, context.team.id);
    const isOther = (settings.base_currency ?? before) !== before;
    if (isOther) requireRank({ own }, "owner", "change its currency");
    const team = await setTeam(context, settings);
    if (isOther) await settleAll(context);
    if (team.time_zone !== time_zone)
      await keepPaidDays(context, { before: time_zone, after: team.time_zone });
    return { team: teamShape(team, own, context.now) };
  });
}

export function teamShape(team: Team, role: Role, now: Instant): z.input<typeof TeamShape> {
  return {
    id: team.id,
    name: team.name,
    role,
    baseCurrency: team.base_currency,
    countryCode: team.country_code,
    fiscalYearStart: team.fiscal_year_start,
    timeZone: team.time_zone,
    version: versionOfTeam(team),
    memberFullAccess: team.member_full_access,
    destructive: switchAt(team, now),
    deletionsPerHour: team.deletions_per_hour,
  };
}
