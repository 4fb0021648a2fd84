import { z } from "zod";
import { onlyTeam, requireTeam } from "../accounts/teams.ts";
import { type Fields, parseArguments } from "../core/arguments.ts";
import { Refusal } from "../core/errors.ts";
import type { CallEvent } from "../core/event.ts";
import { email, uuid } from "../core/fields.ts";
import type { Database, State } from "../db/connect.ts";
import { type BaseContext, baseContextOf, type AuditContext, type Sources } from "../db/context.ts";
import { type FileStore, fileStoreOf } from "../files/file-store.ts";
import type { createDocumentFetcher } from "../oauth/client-document.ts";

/** Nothing is opened until a command asks for it. */
export type Desk = Omit<Sources, "database"> & {
  readonly settings: () => {
    readonly databaseUrl: string;
    readonly baseUrl: string;
    readonly clientDocuments: boolean;
    readonly secret: string | null;
    readonly callLog: boolean;
    readonly filesFolder: string;
    readonly largestFile: number;
    readonly teamStorage: number;
    readonly mailIn: {
      readonly host: string;
      readonly port: number;
      readonly domain: string;
    } | null;
    readonly inboxFolder: string | null;
  };
  readonly open: (state: State) => Promise<Database>;
  readonly readInput: () => Promise<string>;
  /** A person types the command or reads its answer, and not a script. */
  readonly isTerminal: boolean;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Other hosts, for checks of what the server fetches there; the internet by default. */
  readonly outside?: Parameters<typeof createDocumentFetcher>[0]["outside"];
};

type OpenDesk = Desk & {
  readonly database: Database;
  readonly baseContext: BaseContext;
  readonly files: FileStore;
};

type Shared<Options extends Fields, Answer extends object> = {
  readonly name: string;
  readonly purpose: string;
  /** Null when it writes none, or many of several kinds. */
  readonly event: CallEvent | null;
  /** Named as on the command line; a field's description is its placeholder in the help. */
  readonly options: Options;
  readonly operand?: string;
  readonly oneOf?: readonly string[];
  readonly say?: (answer: Answer, desk: Desk) => readonly string[];
  /** False when a checking command has found a problem; by default true. */
  readonly isGood?: (answer: Answer) => boolean;
};

type Definition<Options extends Fields, Answer extends object> = Shared<Options, Answer> &
  (
    | {
        readonly database: "none";
        readonly run: (desk: Desk, options: z.output<Options>) => Promise<Answer>;
      }
    | {
        readonly database: State;
        readonly run: (desk: OpenDesk, options: z.output<Options>) => Promise<Answer>;
      }
  );

/** Its types are erased, so that all commands fit one list. */
export type Command = Omit<Shared<Fields, never>, "event" | "isGood" | "say"> & {
  readonly event: CallEvent | null;
  readonly database: "none" | State;
  readonly run: (
    desk: Desk,
    given: unknown,
  ) => Promise<{ answer: object; lines: readonly string[] | null; isGood: boolean }>;
};

export function command<Options extends Fields, Answer extends object>(
  definition: Definition<Options, Answer>,
): Command {
  const { name, purpose, event, options, operand, oneOf, say, database } = definition;
  const { isGood = () => true } = definition;
  return {
    name,
    purpose,
    event,
    options,
    database,
    ...(operand === undefined ? {} : { operand }),
    ...(oneOf === undefined ? {} : { oneOf }),
    run: async (desk, given) => {
      // Reports wrong options before anything is opened.
      const answer = await answerOf(definition, desk, parseArguments(options, given));
      return { answer, lines: say?.(answer, desk) ?? null, isGood: isGood(answer) };
    },
  };
}

async function answerOf<Options extends Fields, Answer extends object>(
  definition: Definition<Options, Answer>,
  desk: Desk,
  options: z.output<Options>,
): Promise<Answer> {
  if (definition.database === "none") return definition.run(desk, options);
  const database = await desk.open(definition.database);
  try {
    const files = fileStoreOf(desk.settings(), { ...desk, draw: null });
    const baseContext = baseContextOf({ ...desk, database, files });
    return await definition.run({ ...desk, database, baseContext, files }, options);
  } finally {
    await database.close();
  }
}

export function auditContext(baseContext: BaseContext, tool: string, teamId: string): AuditContext {
  return { ...teamlessContext(baseContext, tool), team: { id: teamId } };
}

export function teamlessContext(
  baseContext: BaseContext,
  tool: string,
): Omit<AuditContext, "team"> {
  const credential = { kind: "command_line", id: null } as const;
  return { ...baseContext, actor: null, credential, client: null, tool };
}

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
