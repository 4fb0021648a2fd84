import { randomUUID } from "node:crypto";
import type { Tool } from "../../src/core/tool.ts";
import type { Context } from "../../src/db/context.ts";
import type { Team } from "../app.ts";
import { GENERATIONS, read } from "../mcp.ts";
import type { Outcome } from "./replies.ts";
import type { Request } from "./requests.ts";
import type { Rows } from "./traces.ts";

/** Facts about the server, for the generators. */
export type Facts = {
  readonly tools: readonly Tool<Context>[];
  readonly ids: Ids;
  readonly keys: Keys;
  readonly prompts: readonly Prompt[];
  /** URIs of resources and templates. */
  readonly resources: readonly string[];
  readonly given: Given;
};

/** Ids in the database by table, including another team's. */
export type Ids = ReadonlyMap<string, readonly string[]>;

export type Keys = {
  readonly full: string;
  readonly lesser: readonly string[];
  /** Revoked, expired, or never made. */
  readonly ended: readonly string[];
};

type Prompt = { readonly name: string; readonly arguments: readonly string[] };

/** Cursors and questions from earlier answers. */
export type Given = {
  readonly cursors: readonly string[];
  /** Requests that got a question, with its `requestState` added. */
  readonly questions: readonly Call[];
};

/** Method and parameters, without the parts that differ between generations. */
export type Call = { readonly method: string; readonly params: Readonly<Record<string, unknown>> };

export const NOTHING_GIVEN: Given = { cursors: ["nothing yet"], questions: [] };

/** Few, so that calls often hit the same row. */
const MOST_IDS = 30;

/** Ids of rows that belong to these teams or to no team. */
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

/** Prompts and resources that a team sees, and an unknown one of each. */
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

/** Collects cursors and questions from answers: newest first, at most 50 of each. */
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
