import { startSession } from "../../src/accounts/sessions.ts";
import type { ApiRoute } from "../../src/api/route.ts";
import { routes } from "../../src/api/routes.ts";
import { uriOf } from "../../src/core/resource.ts";
import type { Dialect } from "../../src/db/dialect.ts";
import { transaction } from "../../src/db/transaction.ts";
import { everything } from "../../src/mcp/registry.ts";
import { BASE_URL, type Team } from "../../test/app.ts";
import { Browser } from "../../test/browser.ts";
import { addDocument } from "../../test/papers.ts";
import { ownerContext } from "../../test/transactions.ts";
import { GIVEN } from "../../test/use-content.ts";
import { WebApp } from "../../test/web.ts";
import { ABSENT_TERM, EXAMPLES_AT, type Filled, FREQUENT_TERM, onFilled, pick } from "./fill.ts";
import { type IdsFor, recordsOf } from "./records.ts";
import { beside, number, percentile, table } from "./table.ts";

/** Goals in milliseconds for 95 of 100 calls. */
const GOAL = 50;
const GOAL_OF_SEARCHES = 150;
/** A file is read in a thread of its own. */
const GOAL_OF_UPLOADS = 1000;
/** Files of everything that there is. */
const GOAL_OF_EXPORTS = 10_000;

type Values = Readonly<Record<string, unknown>>;

/** A request of MCP, or of the web app. */
type Ask =
  | { readonly method: string; readonly params: object }
  | { readonly path: string; readonly values: Values };

/** One line of the table. */
type Case = {
  readonly name: string;
  readonly goal: number;
  /** Makes the records that a person's request needs. */
  readonly ask: (person: Team) => Promise<Ask>;
};

export type Growth = {
  /** Times the largest team that the goals are set for. */
  readonly size: number;
  /** Calls of each. */
  readonly runs: number;
};

/**
 * Measures each tool, resource, prompt and route alone, for a grown team, through the whole app in this process.
 * @returns the table, the number of calls that reach their goals, and why calls were refused
 */
export async function measureGrowth(dialect: Dialect, { size, runs }: Growth): Promise<string> {
  const of = (count: number) => Math.ceil(count * size);
  return onFilled(
    dialect,
    {
      people: 20,
      customers: of(5000),
      entries: of(200_000),
      events: of(200_000),
      transactions: of(300_000),
    },
    async (filled) => {
      const rows: (readonly string[])[] = [];
      const refused: string[] = [];
      let reached = 0;
      await addDocument(filled.team, { name: GIVEN["document"] ?? "" });
      for (const one of casesOf(filled)) {
        const { times, refusal } = await measure(one, filled.people, runs);
        if (refusal !== null) refused.push(`${one.name} was refused: ${refusal}`);
        const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
        if (refusal === null && p95 <= one.goal) reached += 1;
        rows.push([one.name, number(p50), beside(one.goal, p95), number(one.goal)]);
      }
      const summary = `${reached} of ${rows.length} calls reach their goals on ${dialect}`;
      return [table([dialect, "p50 ms", "p95 ms", "goal"], rows), summary, ...refused].join("\n");
    },
    EXAMPLES_AT,
  );
}

/** Milliseconds of each call. The first warms up and does not count; a refused one ends the case alone. */
async function measure({ ask }: Case, people: readonly Team[], runs: number) {
  const times: number[] = [];
  try {
    for (let run = 0; run <= runs; run += 1) {
      const person = pick(people, run);
      const send = await prepared(person, await ask(person));
      const start = performance.now();
      await send();
      if (run > 0) times.push(performance.now() - start);
    }
    return { times, refusal: null };
  } catch (error) {
    return { times, refusal: String(error) };
  }
}

/** Prepares a request in a new session, since some routes end it. @returns a function that sends it */
async function prepared(person: Team, ask: Ask): Promise<() => Promise<void>> {
  if ("method" in ask)
    return async () => {
      const text = await (await person.rpc(ask.method, ask.params)).text();
      if (!text.includes('"result":') || text.includes('"isError":true')) throw new Error(text);
    };
  const { world, userId } = person;
  const secret = await transaction(ownerContext(person), async (context) =>
    startSession(context, userId, "Benchmark"),
  );
  const browser = new Browser(world.app, BASE_URL);
  browser.cookies.set("session", secret);
  const app = new WebApp(world, browser);
  const isRead = ask.path.startsWith("GET ");
  const headers = isRead ? {} : { "X-CSRF-Token": await app.csrf(), Origin: browser.origin };
  return async () => {
    const whole = async (stream: Response) => stream.text();
    const reply = await app.send(ask.path, ask.values, headers, whole);
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  };
}

function casesOf(filled: Filled): readonly Case[] {
  const idsFor = recordsOf(filled);
  const own: readonly ApiRoute[] = routes;
  return [
    ...everything.tools.map((tool) => toolCase(tool, idsFor)),
    ...listCases(filled),
    ...contentCases(filled),
    ...own.filter(({ path }) => !LEFT_OUT.has(path)).map((route) => routeCase(route, idsFor)),
  ];
}

/** Their examples look for a word that no record has. */
const SEARCHES: ReadonlySet<string> = new Set(["search_global", "GET /api/teams/:team/search"]);

function toolCase({ name, example }: (typeof everything.tools)[number], idsFor: IdsFor): Case {
  return {
    name,
    goal: SEARCHES.has(name) ? GOAL_OF_SEARCHES : GOAL,
    ask: async (person) => {
      if (name !== "tracker_stop_timer")
        return toolCall(name, unlikeOthers(example(await idsFor(person, example))));
      // The caller's own timer, unlike that of the example.
      const idOf = await idsFor(person, (idOf) => idOf("tracker_project"));
      const start = `${person.world.now.slice(0, 10)}T00:00:00Z`;
      await person.call("tracker_start_timer", { project_id: idOf("tracker_project"), start });
      return toolCall(name, {});
    },
  };
}

function toolCall(name: string, args: Values): Ask {
  return { method: "tools/call", params: { name, arguments: args } };
}

let examples = 0;

/** The example with a name and an address that no other call has: some must be unique. */
function unlikeOthers(example: object): Values {
  examples += 1;
  const unlike = (field: string, value: unknown) =>
    field === "name" || field === "email" || field === "label"
      ? `b${examples}${String(value)}`
      : value;
  return Object.fromEntries(
    Object.entries(example).map(([field, value]) => [field, unlike(field, value)]),
  );
}

/** Long lists, and searches for words that many records have, or none. */
function listCases({ customerIds, tagIds, projectIds, account }: Filled): readonly Case[] {
  const [[tag_id], [project_id]] = [tagIds, projectIds];
  const lists: readonly (readonly [string, Values])[] = [
    ["customers_list", { tag_id }],
    ["customers_list", { name: FREQUENT_TERM }],
    ["customers_list", { name: ABSENT_TERM }],
    ["customers_list", { email: ABSENT_TERM }],
    ["tracker_list_projects", { customer_id: customerIds[0], limit: 100 }],
    ["tracker_list_entries", { assigned_id: "all", limit: 100 }],
    ["tracker_list_entries", { assigned_id: "all", project_id }],
    ["transactions_list", { bank_account_id: account }],
    ["transactions_list", { category_slug: "uncategorized" }],
    ["transactions_list", { status: "exported" }],
    ["transactions_list", { q: "hetzner" }],
    ["transactions_list", { q: ABSENT_TERM }],
    ["search_global", { query: "hetzner" }],
    ["search_global", { query: ABSENT_TERM }],
  ];
  const isId = (value: unknown) => /[0-9a-f]{8}-/.test(String(value));
  return lists.map(([name, args]) => {
    const shown = Object.entries(args).map(([filter, value]) =>
      isId(value) ? filter : `${filter}=${String(value)}`,
    );
    const goal = Object.values(args).includes(ABSENT_TERM) ? GOAL_OF_SEARCHES : GOAL;
    return { name: `${name} ${shown.join(", ")}`, goal, ask: async () => toolCall(name, args) };
  });
}

/** Resources, prompts, and completions of a resource's variables. */
function contentCases({ customerIds, projectIds }: Filled): readonly Case[] {
  const [[customer], [project]] = [customerIds, projectIds];
  const given: Values = { ...GIVEN, customer, project };
  const valuesOf = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, String(given[name])]));
  const one = (name: string, method: string, params: object, goal = GOAL): Case => ({
    name,
    goal,
    ask: async () => ({ method, params }),
  });
  return [
    ...everything.resources.flatMap(({ uri, completions = {} }) => {
      const names = [...uri.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
      return [
        one(uri, "resources/read", { uri: uriOf(uri, valuesOf(names)) }),
        ...Object.keys(completions).map((name) => {
          const argument = { name, value: ABSENT_TERM };
          const params = { ref: { type: "ref/resource", uri }, argument };
          return one(`completion of ${uri}`, "completion/complete", params, GOAL_OF_SEARCHES);
        }),
      ];
    }),
    ...everything.prompts.map(({ name, arguments: args }) =>
      one(name, "prompts/get", { name, arguments: valuesOf(args.map(({ name }) => name)) }),
    ),
  ];
}

/**
 * Two hash a password, which takes its time on purpose; one has an answer that never ends; one is
 * measured as a tool; one needs the ids of all rules, which other calls add and delete; one needs parts that sum up
 * to the amount of its transaction; and three are of the one logo, which each call would need anew.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "PUT /api/me/password",
  "POST /api/me/confirm",
  "GET /api/teams/:team/changes",
  "POST /api/teams/:team/timer/:id/stop",
  "PUT /api/teams/:team/rules",
  "PUT /api/teams/:team/transactions/:id/parts",
  "GET /api/teams/:team/invoice-settings/logo",
  "PUT /api/teams/:team/invoice-settings/logo",
  "DELETE /api/teams/:team/invoice-settings/logo",
]);

function routeCase({ path, role, example, upload }: ApiRoute, idsFor: IdsFor): Case {
  const isExport = path.endsWith("/export") || path.endsWith("/file");
  const goal = SEARCHES.has(path) ? GOAL_OF_SEARCHES : isExport ? GOAL_OF_EXPORTS : GOAL;
  return {
    name: path,
    goal: upload === null ? goal : GOAL_OF_UPLOADS,
    ask: async (person) => {
      const file = fileOf(path);
      const values = {
        ...(role === null ? {} : { team: person.id }),
        ...unlikeOthers(example(await idsFor(person, example, file))),
        ...(upload === null ? {} : { file }),
      };
      return { path, values };
    },
  };
}

/** A file for an upload: rates, or a row that all others read, with another amount each time. */
function fileOf(path: string): string {
  if (path === "POST /api/teams/:team/rates/load") return "Date,USD,\n2026-11-20,1.1523,\n";
  const amount = (-100 - examples / 100).toFixed(2);
  return `Name,E-mail,Date,Project,Hours,Amount\nZenith,info@zenith.example,2026-11-20,Website,1,${amount}\n`;
}
