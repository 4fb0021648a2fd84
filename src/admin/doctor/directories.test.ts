import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Admin } from "../../../test/admin.ts";
import { onAnyDatabase } from "../../../test/app.ts";
import { type ServedWorld, serveWorld } from "../../../test/served-world.ts";

type Found = { name: string; ok: boolean; problem: string | null; fix: string | null };
type Report = { ok: boolean; checks: Found[]; directories?: Found[] };

const PUBLIC = "https://books.example.com";

onAnyDatabase((world) => {
  const admin = new Admin(world);
  let server: ServedWorld;
  let bare: ServedWorld;
  before(async () => {
    server = await serveWorld(world, { baseUrl: PUBLIC, appsChallenge: "a1_B-2~" });
    bare = await serveWorld(world);
  });
  after(async () => {
    await server.close();
    await bare.close();
  });

  test("the token is answered as plain text where it is set, and 404 where it is not", async () => {
    const path = "/.well-known/openai-apps-challenge";
    const answer = await fetch(server.origin + path);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get("content-type") ?? "", /^text\/plain/);
    assert.equal(await answer.text(), "a1_B-2~");
    assert.equal((await fetch(bare.origin + path)).status, 404);
  });

  test("nothing is said of directories unless it is asked for", async () => {
    const { report, text } = await examine(bare, bare.origin, "");
    assert.equal(report.directories, undefined);
    assert.doesNotMatch(text, /directory/);
  });

  test("a public server with the token is told only what the catalogue and the site lack", async () => {
    const { report } = await examine(server, PUBLIC);
    assert.deepEqual(wrongIn(report), ["tool-hints", "changing-tools", "papers"]);
    for (const { ok, problem, fix } of report.directories ?? []) {
      assert.equal(ok, true);
      if (problem !== null) assert.match(`${problem} ${fix}`, /\. .*\.$/);
    }
    const hints = report.directories?.find(({ name }) => name === "tool-hints");
    assert.match(
      hints?.problem ?? "",
      /^\d+ tools of 45 leave out a hint, .*: [a-z_]+, .* and \d+ more\.$/,
    );
  });

  test("a server of this machine without the token is told so, and the doctor does not fail", async () => {
    const { report, code, text } = await examine(bare, bare.origin);
    assert.deepEqual(wrongIn(report), [
      "public-address",
      "tool-hints",
      "changing-tools",
      "challenge",
      "papers",
    ]);
    assert.deepEqual([code, report.ok], [0, true]);
    assert.match(text, /would refuse what has a !/);
    assert.match(text, /! challenge: .* answers 404\.\n {4}Set OPENAI_APPS_CHALLENGE /);
    assert.ok(text.endsWith("\n\nNo problems found."), text);
  });

  test("a name without a dot, a private one and a number are no public addresses", async () => {
    for (const url of [
      "https://localhost",
      "https://books",
      "https://books.local",
      "https://192.0.2.1",
      "https://[2001:db8::1]",
      "http://books.example.com",
    ])
      assert.ok(wrongIn((await examine(server, url)).report).includes("public-address"), url);
  });

  test("a server whose metadata names neither registration nor client documents offers no sign-in", async () => {
    const { report } = await examine(server, PUBLIC, " --directories", "{}");
    assert.ok(wrongIn(report).includes("sign-in"));
  });

  /** @param metadata instead of the server's own */
  async function examine(
    to: ServedWorld,
    url: string,
    words = " --directories",
    metadata?: string,
  ) {
    const fetch = async (asked: string, init: RequestInit) =>
      metadata !== undefined && asked.includes("oauth-authorization-server")
        ? new Response(metadata)
        : globalThis.fetch(asked.replace(url, to.origin), init);
    const options = { fetch, clock: Date.now };
    const { code, stdout } = await admin.run(`doctor --url ${url}${words} --json`, options);
    const { stdout: lines } = await admin.run(`doctor --url ${url}${words}`, options);
    const report: Report = JSON.parse(stdout.join());
    return { code, report, text: lines.join("\n") };
  }
});

function wrongIn({ directories = [] }: Report): string[] {
  return directories.filter(({ problem }) => problem !== null).map(({ name }) => name);
}
