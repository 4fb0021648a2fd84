import assert from "node:assert/strict";
import { once } from "node:events";
import { type ClientRequest, request as httpRequest } from "node:http";
import { it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { onAnyDatabase, type Team, type World } from "../../test/app.ts";
import { siteAt } from "../../test/browser.ts";
import { signedIn } from "../../test/oauth.ts";
import { allRows } from "../../test/rows.ts";
import { serveWorld } from "../../test/served-world.ts";
import { filesIn } from "../../test/stored-files.ts";
import { WebApp } from "../../test/web.ts";
import { Refusal } from "../core/errors.ts";
import { defineUpload, json } from "../core/route.ts";
import type { Context } from "../db/context.ts";
import { createTag } from "../domains/tags/create-tag.ts";
import { meRoutes } from "./me.ts";
import { UploadPlaces } from "./upload-places.ts";

const KIB = 2 ** 10;

/** Sends bytes to the disk and then writes a row, as an upload of documents does. */
const upload = defineUpload({
  path: "POST /api/teams/:team/things/files",
  role: "member",
  event: { of: "tag", did: "created" },
  upload: {
    largest: ({ files }: Context) => (files?.largest ?? 0) / 25,
    types: ["application/octet-stream"],
  },
  input: z.strictObject({ name: z.string(), refused: z.enum(["disk", "quota"]).optional() }),
  output: json(z.object({ sha256: z.string(), size: z.int() })),
  example: () => ({ name: "a.csv" }),
  handler: async (context: Context, { name, refused, upload: { chunks, length } }) => {
    const { files } = context;
    assert.ok(files !== null);
    if (refused !== undefined) throw new Refusal({ ...REFUSALS[refused], ...GIVEN });
    const staged = await files.stage(context.team.id, { name, chunks, length });
    await createTag(context, { name });
    await staged.discard();
    const { sha256, size } = staged;
    return { sha256, size };
  },
});

const GIVEN = { message: "It is so", next: "do that" };
const REFUSALS = { disk: { code: "disk_full" }, quota: { code: "quota_exceeded" } } as const;

onAnyDatabase((world) => {
  it("a file goes to the disk as it comes, and waits for no turn", async (t) => {
    const none = { mostBytes: 0, mostBytesOfPerson: 0, atOnce: 0 };
    const places = new UploadPlaces({ ...none, mostStreams: 9, mostStreamsOfPerson: 9 });
    const { team, app } = await open(t, world, places);
    const body = Buffer.from("a;b\n".repeat(100_000));
    const { sent, answer } = await begin(team, app, body.length);
    sent.end(body);
    const { status, body: told } = await answer;
    assert.deepEqual([status, told.size], [200, body.length]);
    assert.deepEqual(Buffer.from(await world.files.read(team.id, told.sha256)), body);
    assert.deepEqual(await filesIn(world.files.folder, team.id), [told.sha256]);
    assert.equal(places.held.streams, 0);
  });

  it("a file beyond the setting is refused, also where its length was not told, and nothing is kept", async (t) => {
    const { team, app } = await open(t, world);
    const before = await rowsOf(world);
    const body = Buffer.alloc(2 ** 20 + 1, "a");
    for (const length of [body.length, null]) {
      const { sent, answer } = await begin(team, app, length);
      sent.end(body);
      const { status, body: problem } = await answer;
      assert.deepEqual([status, problem.code], [413, "file_too_large"]);
      assert.equal(problem.title, "The file is larger than 1 MiB.");
    }
    assert.deepEqual(await rowsOf(world), before);
    assert.deepEqual(await filesIn(world.files.folder, team.id), []);
    assert.deepEqual(await filesIn(world.files.folder, "tmp"), []);
  });

  it("a client that is gone at 90 % leaves nothing", async (t) => {
    const places = new UploadPlaces();
    const { team, app } = await open(t, world, places);
    const before = await rowsOf(world);
    for (const length of [500 * KIB, null]) {
      const { sent } = await begin(team, app, length);
      sent.write(Buffer.alloc(450 * KIB, "a"));
      while ((await filesIn(world.files.folder, "tmp")).length === 0) await setImmediate();
      // The file is opened before the first byte is read.
      while (places.held.streams === 0) await setImmediate();
      sent.destroy();
      while (places.held.streams > 0) await setImmediate();
      assert.deepEqual(await filesIn(world.files.folder, "tmp"), []);
      assert.deepEqual(await filesIn(world.files.folder, team.id), []);
    }
    assert.deepEqual(await rowsOf(world), before);
  });

  it("files that come at once are bounded, and the next is told when to come again", async (t) => {
    const bounds = { mostBytes: 0, mostBytesOfPerson: 0, atOnce: 0, mostStreams: 9 };
    const places = new UploadPlaces({ ...bounds, mostStreamsOfPerson: 1 });
    const { team, app } = await open(t, world, places);
    const first = await begin(team, app, 100);
    first.sent.write("a".repeat(10));
    while (places.held.streams === 0) await setImmediate();
    const second = await begin(team, app, 1);
    second.sent.end("a");
    const { status, body, headers } = await second.answer;
    assert.deepEqual([status, body.code], [503, "busy"]);
    assert.ok(Number(headers["retry-after"]) > 0);
    first.sent.end("a".repeat(90));
    assert.equal((await first.answer).status, 200);
  });

  it("what the disk, the quota or the type refuses has a status of its own", async (t) => {
    const { team, app } = await open(t, world);
    const before = await rowsOf(world);
    for (const [query, body, status, code] of [
      ["&refused=disk", "a", 507, "disk_full"],
      ["&refused=quota", "a", 413, "quota_exceeded"],
      ["", "<svg xmlns='http://www.w3.org/2000/svg'/>", 415, "type_not_taken"],
    ] as const) {
      const { sent, answer } = await begin(team, app, body.length, query);
      sent.end(body);
      const reply = await answer;
      assert.deepEqual([reply.status, reply.body.code], [status, code]);
    }
    assert.deepEqual(await rowsOf(world), before);
    assert.deepEqual(await filesIn(world.files.folder, team.id), []);
  });
});

type Test = { readonly after: (work: () => Promise<void>) => void };

async function open(t: Test, world: World, uploads = new UploadPlaces()) {
  const server = await serveWorld(world, { routes: [...meRoutes, upload], uploads });
  t.after(server.close);
  const team = await world.team();
  const browser = await signedIn(team, { app: siteAt(server.origin) }, server.origin);
  return { team, app: new WebApp(world, browser) };
}

/** @param length is told where it is not null */
async function begin(team: Team, app: WebApp, length: number | null, query = "") {
  const { origin, cookies } = app.browser;
  const sent = httpRequest(`${origin}/api/teams/${team.id}/things/files?name=a${query}`, {
    method: "POST",
    headers: {
      Cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
      Origin: origin,
      "Content-Type": "application/octet-stream",
      ...(length === null ? { "Transfer-Encoding": "chunked" } : { "Content-Length": length }),
      "X-CSRF-Token": await app.csrf(),
    },
  });
  const answer = answerTo(sent);
  // Nobody reads the answer of a request that is broken off.
  answer.catch(() => {});
  sent.on("error", () => {});
  sent.flushHeaders();
  await once(sent, "socket");
  return { sent, answer };
}

async function answerTo(sent: ClientRequest) {
  const [response] = await once(sent, "response");
  const { statusCode: status, headers } = response;
  const chunks: Buffer[] = await Array.fromAsync(response);
  return { status, headers, body: JSON.parse(Buffer.concat(chunks).toString()) };
}

/** Everything but when sessions were seen last. */
async function rowsOf(world: World): Promise<object> {
  const { sessions: _seen, ...rest } = await allRows(world.database.reader);
  return rest;
}
