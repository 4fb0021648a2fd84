import type { z } from "zod";
import { type Fields, parseArguments } from "../core/arguments.ts";
import type { Database, State } from "../db/connect.ts";
import { type Ground, groundOf, type Signed, type Sources } from "../db/context.ts";

/** What an admin command is run with. Nothing is opened until a command asks for it. */
export type Desk = Omit<Sources, "database"> & {
  /** @throws Error when the settings are wrong */
  readonly settings: () => { readonly databaseUrl: string; readonly baseUrl: string };
  readonly open: (state: State) => Promise<Database>;
  readonly readInput: () => Promise<string>;
  /** Asks a server by HTTP. */
  readonly fetch: Fetch;
};

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A desk on which the database lies open. */
type OpenDesk = Desk & { readonly database: Database; readonly ground: Ground };

type Shared<Options extends Fields, Answer extends object> = {
  readonly name: string;
  readonly purpose: string;
  /** As they stand on the command line; a description is what stands for the value in the help. */
  readonly options: Options;
  /** The name of the word that follows without an option, if there is one. */
  readonly operand?: string;
  /** Options of which at least one must be given. */
  readonly oneOf?: readonly string[];
  /** The answer for a person; by default its fields. */
  readonly say?: (answer: Answer, desk: Desk) => readonly string[];
  /** Whether what was found is in order, for a command that looks for what is not; by default it is. */
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

/** An admin command with its types erased at the border. */
export type Command = Omit<Shared<Fields, never>, "isGood" | "say"> & {
  /** What it needs of the database. */
  readonly database: "none" | State;
  readonly run: (desk: Desk, given: unknown) => Promise<Outcome>;
};

type Outcome = {
  /** For a script. */
  readonly answer: object;
  /** For a person, if that is something else. */
  readonly lines: readonly string[] | null;
  readonly isGood: boolean;
};

export function command<Options extends Fields, Answer extends object>(
  definition: Definition<Options, Answer>,
): Command {
  const { name, purpose, options, operand, oneOf, say, database } = definition;
  const { isGood = () => true } = definition;
  return {
    name,
    purpose,
    options,
    database,
    ...(operand === undefined ? {} : { operand }),
    ...(oneOf === undefined ? {} : { oneOf }),
    run: async (desk, given) => {
      // What is wrong with the options is said before anything is opened.
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
      { ...desk, database, ground: groundOf({ ...desk, database }) },
      options,
    );
  } finally {
    await database.close();
  }
}

/** Work of an operator in a team. */
export function signed(ground: Ground, tool: string, teamId: string): Signed {
  return { ...unsigned(ground, tool), team: { id: teamId } };
}

/** Work of an operator. */
export function unsigned(ground: Ground, tool: string): Omit<Signed, "team"> {
  const credential = { kind: "command_line", id: null } as const;
  return { ...ground, actor: null, credential, client: null, tool };
}
