import { existsSync } from "node:fs";
import { chmod, rename } from "node:fs/promises";
import { z } from "zod";
import { createKey, listKeys, revokeKey, teamOfKey } from "./accounts/api-keys.ts";
import { addMember } from "./accounts/members.ts";
import { PRESETS } from "./accounts/scopes.ts";
import { createTeam, listTeams, setTeam } from "./accounts/teams.ts";
import { requireUser, setTimeZone } from "./accounts/users.ts";
import { type Fields, parseArguments } from "./core/arguments.ts";
import { Refusal } from "./core/errors.ts";
import { currency, day, email, instant, label, uuid } from "./core/fields.ts";
import { isTimeZone } from "./core/time.ts";
import { backUp, type Database } from "./db/connect.ts";
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
  return { ...rest, run: (terminal, given) => run(terminal, parseArguments(definition.options, given)) };
}

const onOff = z.enum(["on", "off"]).transform((value) => value === "on");
const user = z
  .string()
  .refine((value) => uuid.safeParse(value).success || email.safeParse(value).success, "must be an id or an e-mail address")
  .toLowerCase();
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
      const password = options["owner-password-stdin"] === true ? (await readInput()).replace(/\r?\n$/, "") : options["owner-password"];
      const owner = { email: options["owner-email"], name: options["owner-name"], password };
      return createTeam(unsigned(ground, "team:create"), { name: options.name, currency: options.currency, owner });
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
      team: uuid,
      "destructive-ai-tools": onOff.optional(),
      "member-full-access": onOff.optional(),
    }),
    run: async ({ ground }, options) => {
      const settings = {
        ...(options["destructive-ai-tools"] === undefined ? {} : { destructive_ai_tools: options["destructive-ai-tools"] }),
        ...(options["member-full-access"] === undefined ? {} : { member_full_access: options["member-full-access"] }),
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
      team: uuid,
      email,
      name: label(100).optional(),
      role: z.enum(["owner", "admin", "member"]).default("member"),
    }),
    run: async ({ ground }, { team, role, ...user }) => addMember(signed(ground, "user:add", team), user, role),
  }),
  command({
    name: "key:create",
    purpose: "Mints an API key; it is shown this once.",
    options: z.strictObject({
      team: uuid,
      user,
      name: label(100),
      preset: z.enum(PRESETS),
      scopes: z.string().transform((list) => list.split(",").map((scope) => scope.trim())).optional().describe("for restricted: a.read,b.write"),
      expires: z.union([instant, day.transform((value) => `${value}T00:00:00.000Z`)]).optional().describe("a day or a date-time"),
    }),
    run: async ({ ground }, { team, user, expires, ...key }) => {
      const { id } = await requireUser(ground.db, user);
      return createKey(signed(ground, "key:create", team), { ...key, userId: id, expiresAt: expires });
    },
  }),
  command({
    name: "key:list",
    purpose: "Lists the API keys of a team.",
    options: z.strictObject({ team: uuid }),
    run: async ({ ground }, { team }) => ({ items: await listKeys(signed(ground, "key:list", team)) }),
  }),
  command({
    name: "key:revoke",
    purpose: "Ends an API key at once.",
    options: z.strictObject({ id: uuid }),
    run: async ({ ground }, { id }) => revokeKey(signed(ground, "key:revoke", await teamOfKey(ground, id)), id),
  }),
  command({
    name: "project:create",
    purpose: "Makes a tracker project.",
    options: z.strictObject({ team: uuid, name: label(200), customer: uuid.optional() }),
    run: async ({ ground }, { team, name, customer }) =>
      createProject(signed(ground, "project:create", team), { name, customer_id: customer }),
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

/** The copy appears under its name only when it is whole, and readable by nobody else. */
async function backUpTo(database: Database, file: string): Promise<{ file: string }> {
  if (existsSync(file)) {
    throw new Refusal({ code: "already_exists", path: "file", message: `${file} exists already`, next: "choose a new name" });
  }
  const partial = `${file}.partial`;
  await backUp(database, partial);
  await chmod(partial, 0o600);
  await rename(partial, file);
  return { file };
}

/** Work of an operator in a team. */
function signed(ground: Ground, tool: string, teamId: string): Signed {
  return { ...unsigned(ground, tool), team: { id: teamId }, actor: null };
}

function unsigned(ground: Ground, tool: string): Omit<Signed, "team" | "actor"> {
  return { ...ground, credential: { kind: "command_line", id: null }, client: null, tool };
}
