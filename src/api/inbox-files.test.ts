import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../test/activity.ts";
import { BASE_URL, onAnyDatabase, onEachDatabase, type Team, type World } from "../../test/app.ts";
import { throughApp } from "../../test/oauth.ts";
import { together } from "../../test/races.ts";
import { allRows } from "../../test/rows.ts";
import { filesIn } from "../../test/stored-files.ts";
import { WebApp } from "../../test/web.ts";
import { revokeKey } from "../accounts/api-keys.ts";
import { SENT_TO_INBOX } from "../domains/inbox/journal.ts";

const CURL = { "User-Agent": "curl/8.14.1" };
const METADATA = `resource_metadata="${BASE_URL}/.well-known/oauth-protected-resource"`;

type Sent = {
  readonly name?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: string;
};

async function send(
  team: Team,
  body: string | Uint8Array<ArrayBuffer> | FormData | ReadableStream<Uint8Array>,
  { name, headers = CURL, key = team.key }: Sent = {},
) {
  const query = name === undefined ? "" : `?${new URLSearchParams({ name }).toString()}`;
  const response = await team.world.app.request(`/files/inbox${query}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, ...headers },
    body,
    ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
  });
  const answer: any = await response.json();
  return { status: response.status, body: answer, headers: response.headers };
}

/** Asserts that no row, no event and no byte came of a refusal. */
async function nothingKept<T>(team: Team, work: () => Promise<T>): Promise<T> {
  const seen = async () => ({
    rows: await team.state(),
    journal: await team.journal(),
    bytes: await filesIn(team.world.files.folder, team.id),
    temporary: await filesIn(team.world.files.folder, "tmp"),
  });
  const before = await seen();
  const done = await work();
  assert.deepEqual(await seen(), before);
  return done;
}

onEachDatabase((world) => {
  test("a file sent with a key is a receipt that waits to be read, and Activity tells who sent it", async () => {
    const team = await world.team();
    const { status, body, headers } = await send(team, "Taxi 12.00 EUR", { name: "taxi.txt" });
    assert.equal(status, 201);
    const [document]: any[] = (await team.state())["documents"] ?? [];
    const [item]: any[] = (await team.state())["inbox_items"] ?? [];
    assert.deepEqual(body, {
      document: { id: document.id, name: "taxi.txt" },
      item: { id: item.id },
      duplicate: false,
      revived: false,
    });
    assert.deepEqual(
      [document.source, document.created_by, item.document_id, item.status],
      ["api", team.userId, document.id, "new"],
    );
    const jobs = (await team.state())["outbox"]?.map((row: any) => [row.job, row.subject_id]);
    assert.deepEqual(jobs, [["read_document", document.id]]);
    assert.deepEqual(
      [headers.get("RateLimit-Limit"), headers.get("RateLimit-Remaining")],
      ["60", "59"],
    );
    const activity = await Activity.of(team);
    const event = await activity.latest(SENT_TO_INBOX);
    assert.deepEqual(event.deed, ["sent the receipt ", { name: "taxi.txt" }]);
    assert.deepEqual(
      [event.client, event.via.kind, event.via.name, event.actor?.id],
      [{ name: "curl", version: "8.14.1" }, "key", "Test key", team.userId],
    );
    await activity.undo(event);
    assert.deepEqual((await team.state())["documents"], []);
  });

  test("the same file again is answered with what there is, and a deleted receipt comes back", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const { body: first } = await send(team, "Taxi", { name: "taxi.txt" });
    const again = await nothingKept(team, () => send(team, "Taxi", { name: "other.txt" }));
    assert.deepEqual([again.status, again.body], [200, { ...first, duplicate: true }]);
    await team.call("inbox_delete", { id: first.item.id });
    const back = await send(team, "Taxi");
    assert.deepEqual([back.status, back.body], [200, { ...first, duplicate: true, revived: true }]);
  });

  test("one file sent six times at once is one receipt, and five are told so", async () => {
    const team = await world.team();
    const keys = [team.key, await team.mint("restricted", ["inbox.write"])];
    const sent = await together(6, (at) => send(team, "Taxi", { key: keys[at % 2] ?? "" }));
    const made = sent.filter(({ status, body }) => status === 201 && !body.duplicate);
    const known = sent.filter(({ status, body }) => status === 200 && body.duplicate);
    assert.deepEqual([made.length, known.length], [1, 5]);
    assert.equal(new Set(sent.map(({ body }) => `${body.document.id} ${body.item.id}`)).size, 1);
    assert.equal((await team.journalOf(SENT_TO_INBOX)).length, 1);
    for (const table of ["files", "documents", "inbox_items", "outbox"])
      assert.equal((await team.state())[table]?.length, 1, table);
  });

  if (world.isSecond) return;

  test("a key or an app needs inbox.write or apis.all", async () => {
    const team = await world.team();
    const narrow = await team.mint("restricted", ["inbox.write"]);
    assert.equal((await send(team, "By a narrow key", { key: narrow })).status, 201);
    assert.equal((await send(team, "By a full key")).status, 201);
    const app = await throughApp(team, "inbox.write");
    world.pass(1);
    assert.equal((await send(app, "By an app")).status, 201);
    const [event] = (await team.journalOf(SENT_TO_INBOX)).slice(-1);
    assert.deepEqual([event?.credential_kind, event?.actor_id], ["oauth_grant", team.userId]);
    for (const key of [
      await team.mint("read"),
      await team.mint("restricted", ["inbox.read", "documents.write"]),
    ]) {
      const refused = await nothingKept(team, () => send(team, "No", { key }));
      assert.equal(refused.status, 403);
      assert.deepEqual(refused.body, {
        code: "insufficient_scope",
        path: null,
        message: "The credential holds neither inbox.write nor apis.all.",
        next: "Make a key that holds inbox.write under Settings, Developer.",
      });
      const challenge = `Bearer error="insufficient_scope", scope="inbox.write", ${METADATA}`;
      assert.equal(refused.headers.get("WWW-Authenticate"), challenge);
    }
  });

  test("without a valid credential nothing is read", async () => {
    const team = await world.team();
    for (const [headers, reason] of [
      [{ Authorization: "" }, /does not have the form/],
      [{ Authorization: "Bearer svc_nothing" }, /neither an API key nor an access token/],
      [{ "x-api-key": "other" }, /different credentials/],
    ] as const) {
      const { status, body, ...answer } = await nothingKept(team, () =>
        send(team, "No", { headers }),
      );
      assert.deepEqual([status, body.code, body.path], [401, "invalid_token", null]);
      assert.match(body.message, reason);
      assert.equal(answer.headers.get("WWW-Authenticate"), `Bearer ${METADATA}`);
    }
    const browser = await WebApp.of(team);
    const cookie = [...browser.browser.cookies].map(([name, value]) => `${name}=${value}`);
    const response = await world.app.request("/files/inbox", {
      method: "POST",
      headers: { Cookie: cookie.join("; "), Origin: BASE_URL },
      body: "No",
    });
    assert.equal(response.status, 401, "a session opens nothing here");
  });

  test("a key that is revoked while its file comes keeps nothing", async () => {
    const team = await world.team();
    const key = await team.mint("restricted", ["inbox.write"]);
    const { id } = await world.database.reader
      .selectFrom("api_keys")
      .select("id")
      .where("hint", "=", key.slice(-4))
      .executeTakeFirstOrThrow();
    const body = ReadableStream.from(
      (async function* () {
        yield Buffer.from("The first half, ");
        await revokeKey(team.auditContext, id);
        yield Buffer.from("and the second");
      })(),
    );
    const { status, body: refused } = await send(team, body, { key });
    assert.deepEqual([status, refused.message], [401, "The API key was revoked."]);
    const { documents, files } = await team.state();
    assert.deepEqual([documents, files], [[], []]);
    assert.deepEqual(await filesIn(world.files.folder, "tmp"), []);
  });

  test("the 61st file within a minute waits, and calls are counted apart", async () => {
    const team = await world.team();
    for (let file = 1; file <= 60; file += 1) {
      const { status, headers } = await send(team, "The same");
      assert.equal(status, file === 1 ? 201 : 200);
      assert.equal(headers.get("RateLimit-Remaining"), String(60 - file));
    }
    const refused = await nothingKept(team, () => send(team, "Another"));
    assert.deepEqual([refused.status, refused.body.code], [429, "too_many_requests"]);
    const wait = Number(refused.headers.get("Retry-After"));
    assert.ok(wait >= 1 && wait <= 60);
    const call = await team.rpc("tools/list");
    const { rateLimit } = world;
    assert.equal(call.headers.get("RateLimit-Remaining"), String(rateLimit - 1));
    const other = await team.as("all");
    assert.equal((await send(other, "Another")).status, 201, "another key has its own");
  });

  test("what is no paper is refused with the next step, and nothing is kept", async () => {
    const team = await world.team();
    for (const [body, status, code] of [
      ["<svg xmlns='http://www.w3.org/2000/svg'/>", 415, "type_not_taken"],
      ["", 415, "type_not_taken"],
      [new Uint8Array(world.files.largest + 1), 413, "file_too_large"],
    ] as const) {
      const refused = await nothingKept(team, () => send(team, body, { name: "a.pdf" }));
      assert.deepEqual([refused.status, refused.body.code], [status, code]);
      assert.deepEqual(Object.keys(refused.body), ["code", "path", "message", "next"]);
    }
  });

  test("a form sends one file or more, and each that is refused says why", async () => {
    const team = await world.team();
    const one = formOf({ "scan.txt": "One" });
    const first = await send(team, one);
    assert.deepEqual([first.status, first.body.document.name], [201, "scan.txt"]);
    const named = await send(team, formOf({ blob: "Two" }), { name: "two.txt" });
    assert.equal(named.body.document.name, "two.txt");
    const many = await send(team, formOf({ "scan.txt": "One", "three.txt": "Three" }));
    assert.equal(many.status, 201);
    assert.deepEqual(
      many.body.files.map(({ name, duplicate }: any) => [name, duplicate]),
      [
        ["scan.txt", true],
        ["three.txt", false],
      ],
    );
    assert.equal(many.headers.get("RateLimit-Remaining"), "56");
    const mixed = await send(team, formOf({ "page.html": "<!doctype html><p>No", "4.txt": "4" }));
    assert.deepEqual([mixed.status, mixed.body.code], [415, "type_not_taken"]);
    const [refused, kept] = mixed.body.files;
    assert.deepEqual([refused.error.code, kept.duplicate], ["type_not_taken", false]);
    assert.equal((await team.state())["documents"]?.length, 4);
  });

  test("a form without a file, or that is broken, keeps nothing", async () => {
    const team = await world.team();
    const empty = new FormData();
    empty.set("note", "text");
    const without = await nothingKept(team, () => send(team, empty));
    assert.deepEqual([without.status, without.body.code], [422, "invalid_argument"]);
    const headers = { "Content-Type": "multipart/form-data; boundary=x" };
    const broken = await nothingKept(team, () => send(team, "--y\r\n", { headers }));
    assert.deepEqual([broken.status, broken.body.code], [400, "unreadable"]);
    assert.match(broken.body.next, /as the body/);
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`${at}.txt`, `${at}`]));
    const over = await nothingKept(team, () => send(team, formOf(many)));
    assert.equal(over.status, 429, "more files than are left are refused before the first");
  });

  test("only POST is served, and not to pages of other sites", async () => {
    const team = await world.team();
    const get = await world.app.request("/files/inbox");
    assert.deepEqual([get.status, get.headers.get("Allow")], [405, "POST"]);
    const headers = { Origin: "https://evil.example" };
    const foreign = await nothingKept(team, () => send(team, "No", { headers }));
    assert.deepEqual([foreign.status, foreign.body.code], [403, "origin_not_allowed"]);
  });

  test("a program that tells nothing of itself is named by its key, a file without a name by its kind", async () => {
    const team = await world.team();
    const agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)";
    const { body } = await send(team, "Taxi", { headers: { "User-Agent": agent } });
    assert.equal(body.document.name, "Text.txt");
    const [event] = await team.journalOf(SENT_TO_INBOX);
    assert.equal(event?.client_name, null);
  });
});

onAnyDatabase(
  (world: World) => {
    test("the call log has what was sent and what was refused", async () => {
      const team = await world.team();
      await send(team, "Taxi");
      world.pass(1);
      await send(team, "<svg xmlns='http://www.w3.org/2000/svg'/>");
      await world.settled();
      const rows: any[] = (await allRows(world.database.reader, team.id))["call_log"] ?? [];
      assert.deepEqual(
        rows.map(({ tool, client_name, outcome, reason }) => [tool, client_name, outcome, reason]),
        [
          [SENT_TO_INBOX, "curl", "done", null],
          [SENT_TO_INBOX, "curl", "refused", "type_not_taken"],
        ],
      );
      const app = await WebApp.of(team);
      const { calls } = await app.ask("GET /api/teams/:team/calls", { team: team.id });
      assert.deepEqual(new Set(calls.map(({ title }) => title)), new Set(["Send a receipt"]));
    });
  },
  { logsCalls: true },
);

function formOf(files: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, content] of Object.entries(files))
    form.append("file", new Blob([content]), name);
  return form;
}
