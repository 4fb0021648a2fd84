import type { z } from "zod";
import { type Fields, parseArguments } from "../core/arguments.ts";
import type { CallEvent } from "../core/event.ts";
import type { Database, State } from "../db/connect.ts";
import { type BaseContext, baseContextOf, type AuditContext, type Sources } from "../db/context.ts";
import type { createDocumentFetcher } from "../oauth/client-document.ts";

/** Surroundings of an admin command. Nothing is opened until a command asks for it. */
export type Desk = Omit<Sources, "database"> & {
  readonly settings: () => {
    readonly databaseUrl: string;
    readonly baseUrl: string;
    readonly clientDocuments: boolean;
    readonly secret: string | null;
    readonly callLog: boolean;
  };
  readonly open: (state: State) => Promise<Database>;
  readonly readInput: () => Promise<string>;
  /** True when a person types the command or reads its answer, and not a script. */
  readonly isTerminal: boolean;
  readonly fetch: Fetch;
  /** Other hosts, for checks of what the server fetches there; the internet by default. */
  readonly outside?: Parameters<typeof createDocumentFetcher>[0]["outside"];
};

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

type OpenDesk = Desk & { readonly database: Database; readonly baseContext: BaseContext };

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

/** Admin command with its types erased, so that all commands fit one list. */
export type Command = Omit<Shared<Fields, never>, "event" | "isGood" | "say"> & {
  readonly event: CallEvent | null;
  readonly database: "none" | State;
  readonly run: (desk: Desk, given: unknown) => Promise<Outcome>;
};

type Outcome = {
  readonly answer: object;
  readonly lines: readonly string[] | null;
  readonly isGood: boolean;
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
    return await definition.run(
      { ...desk, database, baseContext: baseContextOf({ ...desk, database }) },
      options,
    );
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
