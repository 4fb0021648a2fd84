import assert from "node:assert/strict";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { it, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { onAnyDatabase, type Team, type World } from "../../test/app.ts";
import { siteAt } from "../../test/browser.ts";
import { signedIn } from "../../test/oauth.ts";
import { allRows } from "../../test/rows.ts";
import { serveWorld } from "../../test/served-world.ts";
import { WebApp } from "../../test/web.ts";
import { Refusal } from "../core/errors.ts";
import { defineUpload, json } from "../core/route.ts";
import type { Context } from "../db/context.ts";
import { createTag } from "../domains/tags/create-tag.ts";
import { meRoutes } from "./me.ts";
import { type Sender, UploadPlaces } from "./upload-places.ts";

const MIB = 2 ** 20;
const STREAMS = { mostStreams: 3, mostStreamsOfPerson: 2 };
const BOUNDS = { mostBytes: 10, mostBytesOfPerson: 6, atOnce: 2, ...STREAMS };
const NOTHING_HELD = { bytes: 0, working: 0, waiting: 0, streams: 0 };

/** Places, and the order in which files got their turn. */
function opened() {
  const places = new UploadPlaces(BOUNDS);
  const begun: string[] = [];
  const held = new Map<string, () => void>();
  const wait = async (name: string, sender: Sender, isLarge = false, signal = NEVER) => {
    const place = places.take(sender, 1);
    held.set(name, () => place.free());
    await place.turn(isLarge, signal);
    begun.push(name);
  };
  const end = async (name: string) => {
    held.get(name)?.();
    await setImmediate();
  };
  return { places, begun, wait, end };
}

const NEVER = new AbortController().signal;

function sender(person: string, team: string): Sender {
  return { person, team };
}

test("bytes are counted for the server and for a person, and are free again once", () => {
  const places = new UploadPlaces(BOUNDS);
  const isBusy = (error: unknown) => error instanceof Refusal && error.code === "busy";
  const first = places.take(sender("a", "x"), 4);
  assert.throws(() => places.take(sender("a", "y"), 3), isBusy);
  const second = places.take(sender("b", "x"), 6);
  assert.throws(() => places.take(sender("c", "y"), 1), isBusy);
  assert.equal(places.held.bytes, 10);
  second.free();
  second.free();
  assert.equal(places.held.bytes, 4);
  places.take(sender("c", "y"), 6);
  first.free();
  assert.equal(places.held.bytes, 6);
});

test("teams take turns, and the files of a team keep their order", async () => {
  const { begun, wait, end } = opened();
  for (const [name, person, team] of [
    ["1", "a", "x"],
    ["2", "b", "x"],
    ["3", "c", "x"],
    ["4", "d", "x"],
    ["5", "e", "y"],
    ["6", "f", "z"],
  ] as const)
    void wait(name, sender(person, team));
  await setImmediate();
  assert.deepEqual(begun, ["1", "2"]);
  for (const name of ["1", "2", "3", "5"]) await end(name);
  assert.deepEqual(begun, ["1", "2", "3", "5", "6", "4"]);
});

test("one large file is worked on at a time, and small ones pass it", async () => {
  const { begun, wait, end } = opened();
  void wait("large", sender("a", "x"), true);
  void wait("second", sender("b", "x"), true);
  void wait("small", sender("c", "y"));
  await setImmediate();
  assert.deepEqual(begun, ["large", "small"]);
  await end("large");
  assert.deepEqual(begun, ["large", "small", "second"]);
});

test("a person has one file that waits; it leaves when its client hangs up", async () => {
  const { places, begun, wait, end } = opened();
  const gone = new AbortController();
  void wait("1", sender("a", "x"));
  void wait("2", sender("b", "x"));
  const third = wait("3", sender("a", "x"), false, gone.signal);
  await assert.rejects(wait("4", sender("a", "y")), { code: "busy" });
  assert.deepEqual(places.held, { bytes: 4, working: 2, waiting: 1, streams: 0 });
  gone.abort();
  await third;
  assert.equal(places.held.waiting, 0);
  for (const name of ["1", "2", "3", "4"]) await end(name);
  assert.deepEqual([begun, places.held.bytes, places.held.working], [["1", "2", "3"], 0, 0]);
});

const upload = defineUpload({
  path: "POST /api/teams/:team/things/files",
  role: "member",
  event: { of: "tag", did: "created" },
  upload: { largest: 4 * MIB, types: ["text/csv"] },
  input: z.strictObject({ name: z.string() }),
  output: json(z.object({ bytes: z.int() })),
  example: () => ({ name: "a.csv" }),
  handler: async (context: Context, { name, upload: { bytes } }) => {
    const { length } = await bytes();
    if (name === "refused") throw new Refusal({ code: "in_use", message: "It is", next: "end" });
    await createTag(context, { name });
    return { bytes: length };
  },
});

onAnyDatabase((world) => {
  it("a body beyond the bound is refused unread, with when to come again, and a hang-up frees its place", async (t) => {
    const bounds = { ...BOUNDS, mostBytes: 5 * MIB, mostBytesOfPerson: 5 * MIB };
    const { places, team, app, begin, close } = await open(world, new UploadPlaces(bounds));
    t.after(close);
    const half = await begin(team, app, 4 * MIB);
    half.write(Buffer.alloc(MIB));
    while (places.held.bytes === 0) await setImmediate();
    const before = await rowsOf(world);
    const reply = await app.attempt(upload.path, {
      team: team.id,
      name: "b",
      file: "x".repeat(2 * MIB),
    });
    assert.deepEqual([reply.status, reply.body.code], [503, "busy"]);
    assert.ok(Number(reply.headers.get("retry-after")) > 0);
    assert.match(reply.body.detail, /send the file again/i);
    assert.deepEqual(await rowsOf(world), before);
    half.destroy();
    while (places.held.bytes > 0) await setImmediate();
    assert.deepEqual(places.held, NOTHING_HELD);
    assert.deepEqual(await rowsOf(world), before);
    const sent = { team: team.id, name: "b", file: "x" };
    assert.deepEqual((await app.attempt(upload.path, sent)).body, { bytes: 1 });
  });

  it("a file frees its place with the answer, and with a refusal", async (t) => {
    const { places, team, app, close } = await open(world, new UploadPlaces());
    t.after(close);
    for (const [name, status] of [
      ["c", 200],
      ["refused", 409],
    ] as const) {
      const reply = await app.attempt(upload.path, { team: team.id, name, file: "x" });
      assert.equal(reply.status, status);
      assert.deepEqual(places.held, NOTHING_HELD);
    }
  });
});

async function open(world: World, places: UploadPlaces) {
  const server = await serveWorld(world, { routes: [...meRoutes, upload], uploads: places });
  const team = await world.team();
  const app = new WebApp(
    world,
    await signedIn(team, { app: siteAt(server.origin) }, server.origin),
  );
  const begin = async (of: Team, by: WebApp, length: number) => {
    const cookie = [...by.browser.cookies].map((pair) => pair.join("=")).join("; ");
    const sent = httpRequest(`${server.origin}/api/teams/${of.id}/things/files?name=a`, {
      method: "POST",
      headers: {
        Cookie: cookie,
        Origin: by.browser.origin,
        "Content-Type": "text/csv",
        "Content-Length": length,
        "X-CSRF-Token": await by.csrf(),
      },
    });
    sent.on("error", () => {});
    sent.flushHeaders();
    await once(sent, "socket");
    return sent;
  };
  return { places, team, app, begin, close: server.close };
}

/** Everything but when sessions were seen last. */
async function rowsOf(world: World): Promise<object> {
  const { sessions: _seen, ...rest } = await allRows(world.database.reader);
  return rest;
}
