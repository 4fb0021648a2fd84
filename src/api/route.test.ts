import assert from "node:assert/strict";
import { it } from "node:test";
import { z } from "zod";
import { onAnyDatabase, type Team, type World } from "../../test/app.ts";
import { siteAt } from "../../test/browser.ts";
import { signedIn } from "../../test/oauth.ts";
import { allRows } from "../../test/rows.ts";
import { serveWorld } from "../../test/served-world.ts";
import { WebApp } from "../../test/web.ts";
import { Refusal } from "../core/errors.ts";
import { limit } from "../core/fields.ts";
import { download, events, json, defineRoute, defineUpload } from "../core/route.ts";
import type { Context } from "../db/context.ts";
import type { Domain } from "../domains/domain.ts";
import { createTag } from "../domains/tags/create-tag.ts";
import { meRoutes } from "./me.ts";
import type { Api, ApiOf } from "./routes.ts";

const MIB = 2 ** 20;

const search = defineRoute({
  path: "GET /api/teams/:team/things/:page",
  role: "member",
  input: z.strictObject({
    page: z.int(),
    limit: limit.default(50),
    isOpen: z.boolean().optional(),
    tags: z.array(z.string()).default([]),
  }),
  output: json(z.object({ team: z.string(), given: z.unknown() })),
  example: () => ({ page: 1 }),
  handler: async ({ team }: Context, given) => ({ team: team.id, given }),
});

const csv = defineRoute({
  path: "GET /api/teams/:team/things.csv",
  role: "admin",
  input: z.strictObject({ inParts: z.boolean().default(false), fails: z.boolean().default(false) }),
  output: download,
  example: () => ({}),
  handler: async (_context: Context, { inParts, fails }) => ({
    name: 'Übersicht "2026".csv',
    type: "text/csv; charset=utf-8",
    content: inParts ? parts(fails) : "name\r\nMüller\r\n",
  }),
});

async function* parts(fails: boolean): AsyncIterable<Uint8Array> {
  yield Buffer.from("name\r\n");
  if (fails) throw new Error("the disk is gone");
  yield Buffer.from("Müller\r\n");
}

const follow = defineRoute({
  path: "POST /api/teams/:team/things/follow",
  role: "member",
  event: null,
  input: z.strictObject({ until: z.enum(["end", "refused", "failed", "before"]) }),
  output: events(z.object({ done: z.int() })),
  example: () => ({ until: "end" as const }),
  handler: async (_context: Context, { until }) => {
    if (until === "before") throw tooLate();
    return steps(until);
  },
});

async function* steps(until: string): AsyncIterable<{ done: number; secret: string }> {
  yield { done: 1, secret: "inner" };
  if (until === "refused") throw tooLate();
  if (until === "failed") throw new Error("the disk is gone");
  yield { done: 2, secret: "inner" };
}

function tooLate(): Refusal {
  return new Refusal({ code: "busy", message: "It is too late", next: "come again" });
}

const upload = defineUpload({
  path: "POST /api/teams/:team/things/files",
  role: "admin",
  event: { of: "tag", did: "created" },
  upload: { largest: MIB, types: ["application/octet-stream", "text/csv"] },
  input: z.strictObject({ name: z.string() }),
  output: json(z.object({ name: z.string(), type: z.string(), bytes: z.int(), last: z.int() })),
  example: () => ({ name: "a.csv" }),
  handler: async (context: Context, { name, upload: { type, bytes } }) => {
    const whole = await bytes();
    await createTag(context, { name });
    return { name, type, bytes: whole.length, last: whole.at(-1) ?? 0 };
  },
});

/** A domain with routes, as one in `src/domains` would be. */
const things = {
  tools: [],
  routes: [search, csv, follow, upload],
  prompts: [],
  resources: [],
  subjects: {},
} as const satisfies Domain;

type Things = ApiOf<(typeof things.routes)[number]>;

it("the web app's types have a domain's JSON routes, by their exact addresses", () => {
  const address = (name: keyof Things) => name;
  assert.equal(address("GET /api/teams/:team/things/:page"), search.path);
  // @ts-expect-error -- no route has this address
  address("GET /api/teams/:team/nothing");
  // @ts-expect-error -- a file is opened by its address
  address("GET /api/teams/:team/things.csv");
  // @ts-expect-error -- an upload is no JSON
  address("POST /api/teams/:team/things/files");
  const input = (given: Things[typeof search.path]["input"]) => given;
  input({ team: "a", page: 1, tags: ["b"] });
  // @ts-expect-error -- the page is a number
  input({ team: "a", page: "1" });
  const real = (name: keyof Api) => name;
  real("GET /api/me");
  // @ts-expect-error -- a route that lost its literal address would allow any
  real("GET /api/nothing");
});

onAnyDatabase((world) => {
  it("a domain's route gets its team, and its query and path typed", async (t) => {
    const { app, team } = await open(t, world);
    const query = { team: team.id, page: 3, limit: 5, isOpen: false, tags: ["a", "5"] };
    const { status, body } = await app.attempt(search.path, query);
    const { team: id, ...given } = query;
    assert.deepEqual([status, body], [200, { team: id, given }]);
    const again = await app.attempt(search.path, { team: id, page: 1, tags: "a" });
    assert.deepEqual(again.body.given, { page: 1, limit: 50, tags: ["a"] });
    const refused = await app.attempt(search.path, { team: id, page: "x", limit: 101 });
    assert.deepEqual(
      [refused.status, refused.body.errors.map(({ pointer }: any) => pointer)],
      [422, ["/page", "/limit"]],
    );
  });

  for (const inParts of [false, true])
    it(`a file ${inParts ? "in parts " : ""}is saved, and nothing in it runs`, async (t) => {
      const { app, team } = await open(t, world);
      const response = await raw(app, `/api/teams/${team.id}/things.csv?inParts=${inParts}`);
      assert.equal(await response.text(), "name\r\nMüller\r\n");
      for (const [name, value] of [
        ["content-type", "text/csv; charset=utf-8"],
        ["x-content-type-options", "nosniff"],
        ["content-security-policy", "sandbox; default-src 'none'"],
        ["cross-origin-resource-policy", "same-origin"],
        ["cache-control", "private, no-store"],
        [
          "content-disposition",
          "attachment; filename=\"_bersicht _2026_.csv\"; filename*=UTF-8''%C3%9Cbersicht%20%222026%22.csv",
        ],
      ] as const)
        assert.equal(response.headers.get(name), value);
    });

  it("a file that fails in its midst is not taken for whole, and the bug is logged", async (t) => {
    const { app, team, log } = await open(t, world);
    const response = await raw(app, `/api/teams/${team.id}/things.csv?inParts=true&fails=true`);
    await assert.rejects(response.text());
    assert.ok(log.some(({ err }) => err?.message === "the disk is gone"));
  });

  it("an event stream tells each event by its schema, and its end as it was", async (t) => {
    const { app, team, log } = await open(t, world);
    const first = ["message", { done: 1 }];
    assert.deepEqual(await eventsOf(app, team, "end"), [first, ["message", { done: 2 }]]);
    const [, [refused, problem] = []] = await eventsOf(app, team, "refused");
    assert.deepEqual([refused, problem.code, problem.status], ["problem", "busy", 503]);
    const [, [failed, bug] = []] = await eventsOf(app, team, "failed");
    assert.deepEqual([failed, bug.code], ["problem", "internal_error"]);
    assert.ok(log.some(({ reference }) => reference === bug.reference));
    const before = await app.attempt(follow.path, { team: team.id, until: "before" });
    assert.deepEqual([before.status, before.body.code], [503, "busy"]);
  });

  it("an upload is read up to its last byte, whether or not it tells its length", async (t) => {
    const { app, team } = await open(t, world);
    const body = new Uint8Array(MIB).fill(1);
    body[MIB - 1] = 7;
    for (const [name, sent] of [
      ["a", body],
      ["b", inChunks(body)],
    ] as const) {
      const answer = await send(app, team, { body: sent, query: `name=${name}` });
      const type = "text/csv";
      assert.deepEqual([answer.status, answer.body], [200, { name, type, bytes: MIB, last: 7 }]);
    }
  });

  it("an upload that is too large, of another type, or not meant is refused without a trace", async (t) => {
    const { app, team } = await open(t, world);
    const { site, origin } = app.browser;
    const mia = new WebApp(
      world,
      await signedIn(await team.member("member"), { app: site }, origin),
    );
    const tooLarge = new Uint8Array(MIB + 1);
    const small = new Uint8Array(1);
    const before = await rowsOf(world);
    const query = "name=a";
    for (const body of [tooLarge, inChunks(tooLarge)]) {
      const { status, body: problem } = await send(app, team, { body, query });
      assert.deepEqual([status, problem.code], [413, "file_too_large"]);
      assert.equal(problem.title, "The file is larger than 1 MiB.");
    }
    for (const [by, sent, status, code] of [
      [app, { body: small, query, type: "text/html" }, 415, "type_not_taken"],
      [app, { body: small, query: "" }, 422, "invalid_argument"],
      [app, { body: small, query, csrf: "" }, 403, "other_session"],
      [mia, { body: tooLarge, query }, 403, "not_allowed"],
    ] as const) {
      const reply = await send(by, team, sent);
      assert.deepEqual([reply.status, reply.body.code], [status, code]);
    }
    assert.deepEqual(await rowsOf(world), before);
  });
});

type Test = { readonly after: (work: () => Promise<void>) => void };

/** A team's owner at a server over HTTP that has these routes alone. */
async function open(t: Test, world: World) {
  const server = await serveWorld(world, { routes: [...meRoutes, ...things.routes] });
  t.after(server.close);
  const team = await world.team();
  const site = siteAt(server.origin);
  const app = new WebApp(world, await signedIn(team, { app: site }, server.origin));
  return { app, team, log: server.log };
}

/** Asks with nothing but the cookies and these headers. */
async function raw(app: WebApp, path: string, init: RequestInit = {}): Promise<Response> {
  const cookie = [...app.browser.cookies].map((pair) => pair.join("=")).join("; ");
  return app.browser.site.request(path, {
    ...init,
    headers: { Cookie: cookie, ...Object(init.headers) },
  });
}

type Sent = {
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream;
  readonly query: string;
  readonly type?: string;
  readonly csrf?: string;
};

async function send(
  app: WebApp,
  team: Team,
  { body, query, type = "Text/CSV; charset=utf-8", csrf }: Sent,
): Promise<{ status: number; body: any }> {
  const response = await raw(app, `/api/teams/${team.id}/things/files?${query}`, {
    method: "POST",
    headers: {
      "Content-Type": type,
      Origin: app.browser.origin,
      "X-CSRF-Token": csrf ?? (await app.csrf()),
    },
    body,
    ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
  });
  return { status: response.status, body: await response.json() };
}

/** A body whose length is not said before it. */
function inChunks(bytes: Uint8Array): ReadableStream {
  const size = 64 * 1024;
  return ReadableStream.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.slice(index * size, (index + 1) * size),
    ),
  );
}

/** The name and the data of each event. */
async function eventsOf(app: WebApp, team: Team, until: string): Promise<[string, any][]> {
  const response = await raw(app, `/api/teams/${team.id}/things/follow`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Origin: app.browser.origin,
      "X-CSRF-Token": await app.csrf(),
    },
    body: JSON.stringify({ until }),
  });
  assert.equal(response.headers.get("content-type"), "text/event-stream");
  const text = await response.text();
  return [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(([, name = "", data = ""]) => [
    name,
    JSON.parse(data),
  ]);
}

/** Everything but when sessions were seen last. */
async function rowsOf(world: World): Promise<object> {
  const { sessions: _seen, ...rest } = await allRows(world.database.reader);
  return rest;
}
