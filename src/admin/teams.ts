import { z } from "zod";
import { DELETING } from "../accounts/journal.ts";
import { createTeam, listTeams, setTeam } from "../accounts/teams.ts";
import { currency, email, label, timeZone } from "../core/fields.ts";
import { sealingOf } from "../db/server-secret.ts";
import { openDemo } from "../demo/demo.ts";
import {
  type Command,
  command,
  auditContext,
  teamlessContext,
  onOff,
  passwordFrom,
  passwordInOption,
  team,
  teamOf,
  UNVERIFIED,
} from "./command.ts";
import { demoSteps } from "./steps.ts";

export const teamCommands: readonly Command[] = [
  command({
    name: "team:create",
    purpose:
      "Makes a team with its owner; an existing account is left unchanged. --time-zone is that of the team's books, and of a new owner. --owner-password is refused at a terminal: all users of the machine see it in the list of processes.",
    event: { of: "team", did: "created" },
    database: "up to date",
    options: z.strictObject({
      name: label(100),
      "owner-email": email,
      "owner-name": label(100).optional(),
      "owner-password": z.string().optional(),
      "owner-password-stdin": z.boolean().optional(),
      "time-zone": timeZone.optional(),
      currency: currency.default("EUR"),
    }),
    run: async ({ baseContext, ...desk }, { name, currency, ...options }) => {
      const given = passwordInOption(desk, options["owner-password"]);
      const password = options["owner-password-stdin"] === true ? await passwordFrom(desk) : given;
      const owner = {
        email: options["owner-email"],
        name: options["owner-name"],
        timeZone: options["time-zone"],
        password,
      };
      return createTeam(teamlessContext(baseContext, "team:create"), { name, currency, owner });
    },
    say: ({ teamId, userId, userExisted, userUnverified }) => [
      `teamId: ${teamId}`,
      `userId: ${userId}`,
      ...(userExisted === undefined
        ? []
        : ["The owner existed already: their name, own time zone and password are unchanged."]),
      ...(userUnverified === undefined ? [] : [UNVERIFIED]),
    ],
  }),
  command({
    name: "team:list",
    purpose: "Lists the teams.",
    event: null,
    database: "up to date",
    options: z.strictObject({}),
    run: async ({ baseContext }) => ({ items: await listTeams(baseContext) }),
  }),
  command({
    name: "team:set",
    purpose: "Changes settings of a team.",
    event: {
      of: "team",
      did: "changed",
      said: { ...DELETING, otherwise: "changed the settings of *" },
    },
    database: "up to date",
    options: z.strictObject({
      team,
      "destructive-ai-tools": onOff.optional(),
      "member-full-access": onOff.optional(),
    }),
    oneOf: ["destructive-ai-tools", "member-full-access"],
    run: async ({ baseContext }, { team, ...options }) => {
      const { "destructive-ai-tools": destructive, "member-full-access": full } = options;
      const settings = {
        ...(destructive === undefined ? {} : { destructive_ai_tools: destructive }),
        ...(full === undefined ? {} : { member_full_access: full }),
      };
      return setTeam(
        auditContext(baseContext, "team:set", await teamOf(baseContext, team)),
        settings,
      );
    },
  }),
  command({
    name: "demo",
    purpose: "Fills a demo team, or keeps the one there is, and mints a key that lasts a week.",
    event: null,
    database: "up to date",
    options: z.strictObject({}),
    run: async ({ baseContext, database, ...desk }) => {
      const { secret, callLog } = desk.settings();
      const sealing = await sealingOf(secret, database, desk.randomBytes);
      return openDemo({ ...baseContext, sealing }, { logsCalls: callLog });
    },
    say: (demo, { settings }) => demoSteps(settings().baseUrl, demo),
  }),
];
