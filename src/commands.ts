import { z } from "zod";
import { createKey, listKeys, revokeKey, teamOfKey } from "./accounts/api-keys.ts";
import { addMember } from "./accounts/members.ts";
import { PRESETS } from "./accounts/scopes.ts";
import { createTeam, listTeams, requireTeam, setTeam } from "./accounts/teams.ts";
import { requireUser, setTimeZone } from "./accounts/users.ts";
import { type Fields, parseArguments } from "./core/arguments.ts";
import { Refusal } from "./core/errors.ts";
import { currency, day, email, instant, label, uuid } from "./core/fields.ts";
import { type Instant, isTimeZone } from "./core/time.ts";
import { backUpTo } from "./db/backup.ts";
import type { Database } from "./db/connect.ts";
import type { Ground, Signed } from "./db/context.ts";
import { openDemo } from "./demo/demo.ts";
import { createProject } from "./domains/tracker/project.ts";

type Terminal = {
  readonly ground: Ground;
  readonly database: Database;
  readonly readInput: () => Promise<string>;
};

/** An admin command: its options as they stand on the command line, and what it answers. */
export type Command = {
  readonly name: string;
  readonly purpose: string;
  readonly options: Fields;
  /** The name of the word that follows without an option, if there is one. */
  readonly operand?: string;
  readonly run: (terminal: Terminal, given: unknown) => Promise<object>;
};

function command<Options extends Fields>(definition: {
  name: string;
  purpose: string;
  options: Options;
  operand?: string;
  run: (terminal: Terminal, options: z.output<Options>) => Promise<object>;
}): Command {
  const { run, ...rest } = definition;
  return {
    ...rest,
    run: (terminal, given) => run(terminal, parseArguments(definition.options, given)),
  };
}

/** A description is what stands for the value in the help. */
const team = uuid.describe("TEAM_ID");
const onOff = z.enum(["on", "off"]).transform((value) => value === "on");
const user = z
  .string()
  .refine(
    (value) => uuid.safeParse(value).success || email.safeParse(value).success,
    "must be an id or an e-mail address",
  )
  .toLowerCase()
  .describe("ID|EMAIL");
const timeZone = z.string().refine(isTimeZone, "must be an IANA time zone, such as Europe/Berlin");

export const commands: readonly Command[] = [
  command({
    name: "team:create",
    purpose: "Makes a team with its owner; a person who exists is taken as they are.",
    options: z.strictObject({
      name: label(100),
      "owner-email": email,
      "owner-name": label(100).optional(),
      "owner-password": z.string().optional(),
      "owner-password-stdin": z.boolean().optional(),
      currency: currency.default("EUR"),
    }),
    run: async ({ ground, readInput }, options) => {
      const password =
        options["owner-password-stdin"] === true
          ? (await readInput()).replace(/\r?\n$/, "")
          : options["owner-password"];
      const owner = { email: options["owner-email"], name: options["owner-name"], password };
      return createTeam(unsigned(ground, "team:create"), {
        name: options.name,
        currency: options.currency,
        owner,
      });
    },
  }),
  command({
    name: "team:list",
    purpose: "Lists the teams.",
    options: z.strictObject({}),
    run: async ({ ground }) => ({ items: await listTeams(ground) }),
  }),
  command({
    name: "team:set",
    purpose: "Changes settings of a team.",
    options: z.strictObject({
      team,
      "destructive-ai-tools": onOff.optional(),
      "member-full-access": onOff.optional(),
    }),
    run: async ({ ground }, options) => {
      const settings = {
        ...(options["destructive-ai-tools"] === undefined
          ? {}
          : { destructive_ai_tools: options["destructive-ai-tools"] }),
        ...(options["member-full-access"] === undefined
          ? {}
          : { member_full_access: options["member-full-access"] }),
      };
      return setTeam(signed(ground, "team:set", options.team), settings);
    },
  }),
  command({
    name: "user:set",
    purpose: "Sets a person's time zone.",
    options: z.strictObject({ user, "time-zone": timeZone }),
    run: async ({ ground }, options) => setTimeZone(ground, options.user, options["time-zone"]),
  }),
  command({
    name: "user:add",
    purpose: "Takes a person into a team.",
    options: z.strictObject({
      team,
      email,
      name: label(100).optional(),
      role: z.enum(["owner", "admin", "member"]).default("member"),
    }),
    run: async ({ ground }, { team, role, ...user }) =>
      addMember(signed(ground, "user:add", team), user, role),
  }),
  command({
    name: "key:create",
    purpose: "Mints an API key; it is shown this once.",
    options: z.strictObject({
      team,
      user,
      name: label(100),
      preset: z.enum(PRESETS),
      scopes: z
        .string()
        .transform((list) =>
          list
            .split(",")
            .map((scope) => scope.trim())
            .filter(Boolean),
        )
        .optional()
        .describe("SCOPE,SCOPE…"),
      expires: z
        .union([instant, day.transform((value) => `${value}T00:00:00.000Z`)])
        .optional()
        .describe("DAY|DATE-TIME"),
    }),
    run: async ({ ground }, { team, user, expires, ...key }) => {
      if (expires !== undefined && expires <= ground.now) throw isOver(expires, ground);
      const { id } = await requireUser(ground.db, user);
      return createKey(signed(ground, "key:create", team), {
        ...key,
        userId: id,
        expiresAt: expires,
      });
    },
  }),
  command({
    name: "key:list",
    purpose: "Lists the API keys of a team.",
    options: z.strictObject({ team }),
    run: async ({ ground }, { team }) => {
      await requireTeam(ground, team);
      return { items: await listKeys(signed(ground, "key:list", team)) };
    },
  }),
  command({
    name: "key:revoke",
    purpose: "Ends an API key at once.",
    options: z.strictObject({ id: uuid.describe("KEY_ID") }),
    run: async ({ ground }, { id }) =>
      revokeKey(signed(ground, "key:revoke", await teamOfKey(ground, id)), id),
  }),
  command({
    name: "project:create",
    purpose: "Makes a tracker project.",
    options: z.strictObject({
      team,
      name: label(200),
      customer: uuid.optional().describe("CUSTOMER_ID"),
    }),
    run: async ({ ground }, { team, name, customer }) => {
      await requireTeam(ground, team);
      const context = signed(ground, "project:create", team);
      return createProject(context, { name, customer_id: customer });
    },
  }),
  command({
    name: "demo",
    purpose: "Fills a demo team, or finds the one there is, and mints a key for it.",
    options: z.strictObject({}),
    run: ({ ground }) => openDemo(ground),
  }),
  command({
    name: "migrate",
    purpose: "Brings the database up to date. The server does so too when it starts.",
    options: z.strictObject({}),
    // The database was brought up to date when it was opened for this command.
    run: async ({ database }) => ({ upToDate: true, database: database.dialect }),
  }),
  command({
    name: "backup",
    purpose: "Copies the SQLite database to a new file, also while the server runs.",
    options: z.strictObject({ file: z.string().min(1) }),
    operand: "file",
    run: async ({ database }, { file }) => backUpTo(database, file),
  }),
];

/** Work of an operator in a team. */
function signed(ground: Ground, tool: string, teamId: string): Signed {
  return { ...unsigned(ground, tool), team: { id: teamId }, actor: null };
}

function unsigned(ground: Ground, tool: string): Omit<Signed, "team" | "actor"> {
  return { ...ground, credential: { kind: "command_line", id: null }, client: null, tool };
}

function isOver(expires: Instant, { now }: Ground): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "expires",
    message: `expires (${expires}) is over; it is now ${now}`,
    next: "give a later moment, or leave expires out for a key without an end",
  });
}
