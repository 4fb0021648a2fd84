import { randomUUID } from "node:crypto";
import type { Tool } from "../../src/core/tool.ts";
import type { Context } from "../../src/db/context.ts";
import type { Team } from "../app.ts";
import { GENERATIONS, read } from "../mcp.ts";
import type { Outcome } from "./replies.ts";
import type { Request } from "./requests.ts";
import type { Rows } from "./traces.ts";

/** What the generators know of the server that they write to. */
export type Facts = {
  readonly tools: readonly Tool<Context>[];
  readonly ids: Ids;
  readonly keys: Keys;
  readonly prompts: readonly Prompt[];
  /** The addresses of resources and of templates. */
  readonly resources: readonly string[];
  readonly given: Given;
};

/** The ids that are in the database, by table: also those of another team. */
export type Ids = ReadonlyMap<string, readonly string[]>;

export type Keys = {
  readonly full: string;
  readonly lesser: readonly string[];
  /** Revoked, expired, or never made. */
  readonly ended: readonly string[];
};

type Prompt = { readonly name: string; readonly arguments: readonly string[] };

/** What the server gave out to come back with. */
export type Given = {
  readonly cursors: readonly string[];
  /** Requests that were answered with a question, with the state that belongs to the answer. */
  readonly questions: readonly Call[];
};

/** A request as far as it is the same in both generations. */
export type Call = { readonly method: string; readonly params: Readonly<Record<string, unknown>> };

export const NOTHING_GIVEN: Given = { cursors: ["nothing yet"], questions: [] };

/** Enough to meet a row again and again, few enough to do so. */
const MOST_IDS = 30;

/** The ids of rows of those teams and of none. */
export function idsIn(rows: Rows, teams: readonly Team[]): Ids {
  const wanted = new Set<unknown>([undefined, ...teams.map(({ id }) => id)]);
  const ids = [...rows].map(([table, rowsOfTable]) => {
    const found = [...rowsOfTable.values()].filter(
      ({ id, team_id }) => typeof id === "string" && wanted.has(team_id),
    );
    return [table, found.slice(-MOST_IDS).map(({ id }): string => id)] as const;
  });
  return new Map([...ids.filter(([, some]) => some.length > 0), ["nowhere", [randomUUID()]]]);
}

/** The prompts and resources that a team is shown, and one of each that there is not. */
export async function offersTo(team: Team): Promise<Pick<Facts, "prompts" | "resources">> {
  const list = async (name: string): Promise<readonly any[]> => {
    const { result } = await read(GENERATIONS.legacy(team, `${name}/list`));
    return Object.values<any>(result ?? {}).flat();
  };
  const prompts = (await list("prompts")).map(({ name, arguments: args = [] }) => ({
    name,
    arguments: args.map((argument: any) => argument.name),
  }));
  const resources = [...(await list("resources")), ...(await list("resources/templates"))];
  return {
    prompts: [...prompts, { name: "no_such", arguments: ["one"] }],
    resources: [...resources.map(({ uri, uriTemplate }) => uri ?? uriTemplate), "none://of/{id}"],
  };
}

/** What answers gave out, the newest first, and not more than is of use. */
export function givenOut(
  requests: readonly Request[],
  outcomes: readonly Outcome[],
  before: Given,
): Given {
  const cursors: string[] = [];
  const questions: Call[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    const text = typeof outcome === "string" ? "" : outcome.text;
    cursors.push(...(/"nextCursor":"([^"]+)"/.exec(text)?.slice(1) ?? []));
    const requestState = /"requestState":"([^"]+)"/.exec(text)?.[1];
    if (requestState === undefined) continue;
    const { method, params } = JSON.parse(requests[index]?.body.toString() ?? "");
    questions.push({ method, params: { ...params, requestState } });
  }
  return {
    cursors: [...cursors, ...before.cursors].slice(0, 50),
    questions: [...questions, ...before.questions].slice(0, 50),
  };
}
