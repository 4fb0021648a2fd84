import type { ApiRoute } from "../../src/api/route.ts";
import { routes } from "../../src/api/routes.ts";
import { uriOf } from "../../src/core/resource.ts";
import { everything } from "../../src/mcp/registry.ts";
import { entryId, FIRST_PROJECT, ON_FIRST_PROJECT } from "./fill-years.ts";
import { ABSENT_TERM, type Filled, FREQUENT_TERM } from "./fill.ts";
import { type Call, NoResult, toolCall } from "./requests.ts";

type Values = Readonly<Record<string, unknown>>;

/** A route's address with its input; it is asked in the owner's session, or in a member's. */
export type Ask = {
  readonly path: string;
  readonly input: Values;
  /** Body of an upload. */
  readonly file?: string;
  readonly as: "owner" | "member" | { readonly userId: string };
};

/** One line of the table. Each run asks for something else, where there is something else. */
export type Case = {
  readonly name: string;
  /** Longest p95 in milliseconds. */
  readonly most: number;
  /** Calls that come first and are not measured. */
  readonly first?: (run: number) => readonly Call[];
  readonly of: (run: number) => Call | Ask;
};

const MOST_MS = 50;
const MOST_SEARCH_MS = 150;

/** Hashing a password takes its time on purpose. */
const HASHES: ReadonlySet<string> = new Set(["PUT /api/me/password", "POST /api/me/confirm"]);

/**
 * The first has an answer that never ends; the second is measured as the tool that does the same; the third
 * needs the ids of all rules, which other calls add and delete.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "GET /api/teams/:team/changes",
  "POST /api/teams/:team/timer/:id/stop",
  "PUT /api/teams/:team/rules",
]);

/** A file is read in a thread of its own. */
const MOST_FILE_MS = 1000;

/** Files of everything that there is. */
const MOST_EXPORT_MS = 10_000;

const ROUTES: readonly ApiRoute[] = routes;

/** A file for each upload: the rates', or a row that all others read, with another amount each time. */
function fileOf(path: string, run: number): string {
  if (path === "POST /api/teams/:team/rates/load") return "Date,USD,\n2026-11-20,1.1523,\n";
  return `Name,E-mail,Date,Project,Hours,Amount\nZenith,info@zenith.example,2026-11-20,Website,1,-2.${10 + run}\n`;
}

/** A person may have only so many: somebody else asks each time. */
const LIMITED: ReadonlySet<string> = new Set(["POST /api/teams", "POST /api/teams/:team/keys"]);

/** Their examples look for a word that no record has. */
const SEARCHES: ReadonlySet<string> = new Set(["search_global", "GET /api/teams/:team/search"]);

/** Every tool, prompt, resource, completion and route, and the filters of the lists. */
export function casesOf(filled: Filled): readonly Case[] {
  const idOf = poolsOf(filled);
  const unlike = exampleMaker();
  return [
    ...everything.tools
      .filter(({ name }) => name !== "tracker_stop_timer")
      .map(({ name, example }) => ({
        name,
        most: mostOf(name),
        of: () => toolCall(name, unlike(example(idOf))),
      })),
    stopTimer(filled),
    ...listsOf(filled),
    ...contentOf(filled),
    ...ROUTES.filter(({ path }) => !HASHES.has(path) && !LEFT_OUT.has(path)).map(
      ({ path, role, example, upload }) => ({
        name: path,
        most: mostOf(path, { isUpload: upload !== null }),
        of: (run: number) => {
          const team = role === null ? {} : { team: filled.teamId };
          const userId = filled.userIds[run % filled.userIds.length] ?? "";
          const as = LIMITED.has(path) ? { userId } : "owner";
          const file = upload === null ? {} : { file: fileOf(path, run) };
          return { path, input: { ...team, ...unlike(example(idOf)) }, as, ...file } as const;
        },
      }),
    ),
    ...activityOf(filled),
  ];
}

function mostOf(path: string, { isUpload = false } = {}): number {
  if (SEARCHES.has(path)) return MOST_SEARCH_MS;
  if (path.endsWith("/export") || path.endsWith("/file")) return MOST_EXPORT_MS;
  return isUpload ? MOST_FILE_MS : MOST_MS;
}

/** Gives each call records that no call had before, as long as there are some. */
function poolsOf({ pools, ...filled }: Filled): (kind: string) => string {
  const all: Readonly<Record<string, readonly string[]>> = {
    ...pools,
    customer: filled.customerIds,
    customer_seen: [SEEN],
    project_seen: [SEEN],
    transaction_seen: [SEEN],
    rule_seen: [SEEN],
    version: [SEEN],
    import_hash: [PREVIEWED],
    tracker_entry: [],
    user: filled.userIds,
  };
  const taken = new Map<string, number>();
  return (kind) => {
    const partner = PARTNERS.has(kind);
    const number = partner ? (taken.get("transaction") ?? 1) - 1 : (taken.get(kind) ?? 0);
    if (!partner) taken.set(kind, number + 1);
    if (kind === "tracker_entry") return entryId(number * ON_FIRST_PROJECT);
    const ids = all[kind] ?? [];
    const id = ids[number % ids.length];
    if (id === undefined) throw new NoResult(`the benchmark fills no ${kind}`);
    return id;
  };
}

/** Transactions that belong to the one that was given last. */
const PARTNERS: ReadonlySet<string> = new Set(["twin_transaction", "other_transaction"]);

/** Stands for the hash of the plan that the preview of the same file answers. */
export const PREVIEWED = "previewed";

/** Stands for the version that the record has when the call is made. */
export const SEEN = "seen";

/** Also unlike those of an earlier run on the same database. */
const BEGAN = Date.now().toString(36);

/** Makes examples with names and addresses that no other call has: some must be unique. */
function exampleMaker() {
  let calls = 0;
  return (example: object): Record<string, unknown> => {
    calls += 1;
    const numbered = Object.entries(example).map(([field, value]): [string, unknown] => [
      field,
      field === "name" || field === "email" ? `${BEGAN}${calls}${String(value)}` : value,
    ]);
    return Object.fromEntries(numbered);
  };
}

function stopTimer({ projectId }: Filled): Case {
  const start = `${new Date().toISOString().slice(0, 10)}T00:00:00Z`;
  return {
    name: "tracker_stop_timer",
    most: MOST_MS,
    first: () => [toolCall("tracker_start_timer", { project_id: projectId, start })],
    of: () => toolCall("tracker_stop_timer", {}),
  };
}

function listsOf({ customerIds, tagIds, userIds, pools }: Filled): readonly Case[] {
  const [tag_id] = tagIds;
  const [from, to] = [daysAgo(40), daysAgo(10)];
  const lists: readonly (readonly [string, Values, number?])[] = [
    ["customers_list", {}],
    ["customers_list", { tag_id }],
    ["customers_list", { is_archived: true }],
    ["customers_list", { name: FREQUENT_TERM }],
    ["customers_list", { name: ABSENT_TERM }, MOST_SEARCH_MS],
    ["customers_list", { email: ABSENT_TERM }, MOST_SEARCH_MS],
    ["customers_list", { name: ABSENT_TERM, tag_id }, MOST_SEARCH_MS],
    ["tracker_list_projects", { limit: 100 }],
    ["tracker_list_projects", { status: "completed" }],
    ["tracker_list_projects", { customer_id: customerIds[0], limit: 100 }],
    ["tracker_list_entries", { limit: 100 }],
    ["tracker_list_entries", { assigned_id: "all" }],
    ["tracker_list_entries", { assigned_id: userIds[3] }],
    ["tracker_list_entries", { project_id: FIRST_PROJECT, assigned_id: "all" }],
    ["tracker_list_entries", { project_id: FIRST_PROJECT }],
    ["tracker_list_entries", { project_id: FIRST_PROJECT, assigned_id: userIds[7] }],
    ["tracker_list_entries", { from, to, assigned_id: "all" }],
    ["tracker_list_entries", { from, to, project_id: FIRST_PROJECT, assigned_id: userIds[7] }],
    ["transactions_list", { from: daysAgo(365), to }],
    ["transactions_list", { category_slug: "uncategorized", from, to }],
    ["transactions_list", { category_slug: "technology" }],
    ["transactions_list", { bank_account_id: pools["account"]?.[0] }],
    ["transactions_list", { status: "exported" }],
    ["transactions_list", { q: "hetzner" }, MOST_SEARCH_MS],
    ["transactions_list", { q: ABSENT_TERM }, MOST_SEARCH_MS],
    ["search_global", { query: "hetzner" }, MOST_SEARCH_MS],
    ["search_global", { query: ABSENT_TERM }, MOST_SEARCH_MS],
  ];
  return lists.map(([tool, input, most = MOST_MS]) => ({
    name: `${tool} ${shown(input)}`,
    most,
    of: () => toolCall(tool, { ...input }),
  }));
}

function contentOf({ customerIds }: Filled): readonly Case[] {
  const given: Readonly<Record<string, string | undefined>> = {
    customer: customerIds[0],
    project: FIRST_PROJECT,
    day: daysAgo(10),
    week: daysAgo(10),
    month: daysAgo(40).slice(0, 7),
    report: "profit_loss",
    range: daysAgo(40).slice(0, 7),
    notes: "9 to 11 sketches",
  };
  const values = (names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => {
        const value = given[name];
        if (value === undefined) throw new Error(`the benchmark has no value for ${name}`);
        return [name, value];
      }),
    );
  const variables = (uri: string) => [...uri.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return [
    ...everything.resources.map(({ uri }) => ({
      name: uri,
      most: MOST_MS,
      of: () => ({ method: "resources/read", params: { uri: uriOf(uri, values(variables(uri))) } }),
    })),
    ...everything.prompts.map(({ name, arguments: args }) => ({
      name,
      most: MOST_MS,
      of: () => ({
        method: "prompts/get",
        params: { name, arguments: values(args.map(({ name }) => name)) },
      }),
    })),
    ...everything.resources.flatMap(({ uri, completions = {} }) =>
      Object.keys(completions).flatMap((name) =>
        ["", "a", ABSENT_TERM].map((value) => ({
          name: `completion of ${uri}: ${value === "" ? "nothing typed" : value}`,
          most: value === ABSENT_TERM ? MOST_SEARCH_MS : MOST_MS,
          of: () => ({
            method: "completion/complete",
            params: { ref: { type: "ref/resource", uri }, argument: { name, value } },
          }),
        })),
      ),
    ),
  ];
}

function activityOf({ teamId, userIds, pools }: Filled): readonly Case[] {
  const [from, to] = [daysAgo(200), daysAgo(190)];
  const filters: readonly Values[] = [
    {},
    { actor: userIds[2] },
    { credential: `key:${pools["api_key"]?.at(-1)}` },
    { credential: "web" },
    { credential: "command" },
    { outcome: "refused" },
    { subject: "customer" },
    { subject: "tag", actor: userIds[19] ?? userIds[0] },
    { from, to },
    { subject: "tracker_entry", actor: userIds[2], from, to },
    { actor: userIds[2], credential: "web", outcome: "refused" },
  ];
  const lists = filters.map((input) => ["GET /api/teams/:team/activity", input] as const);
  return [...lists, ["GET /api/teams/:team/activity/filters", {}] as const].flatMap(
    ([path, input]) =>
      (["owner", "member"] as const).map((as) => ({
        name: `${path} ${shown(input)} as ${as}`,
        most: MOST_MS,
        of: () => ({ path, input: { team: teamId, ...input }, as }),
      })),
  );
}

/** Names without ids, which differ from run to run. */
function shown(input: Values): string {
  const words = Object.entries(input).map(([name, value]) =>
    /[0-9a-f]{8}-/.test(String(value)) ? name : `${name}=${String(value)}`,
  );
  return words.join(", ");
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
