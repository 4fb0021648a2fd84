import assert from "node:assert/strict";
import { test } from "node:test";
import { Admin } from "../../test/admin.ts";
import { onAnyDatabase } from "../../test/app.ts";

const UNKNOWN = "0198c5a0-7e57-7000-8000-000000000000";

onAnyDatabase((world) => {
  const admin = new Admin(world);

  test("help lists every command with what it takes, on stdout", async () => {
    for (const word of ["help", "--help", "-h"]) {
      const { code, stdout, stderr } = await admin.run(word);
      assert.deepEqual({ code, stderr }, { code: 0, stderr: [] });
      const [text = ""] = stdout;
      for (const usage of [
        "team:create --name NAME --owner-email EMAIL [--owner-name NAME]",
        "team:list\n",
        "team:set [--team TEAM_ID] [--destructive-ai-tools on|off] [--member-full-access on|off]",
        "user:set --user ID|EMAIL [--time-zone ZONE] [--password-stdin] [--verified]",
        "client:create --name NAME --redirect-uri URI,URI…",
        "client:list\n",
        "app:list [--team TEAM_ID]",
        "app:revoke --id APP_ID",
        "user:add [--team TEAM_ID] --email EMAIL [--name NAME] [--role owner|admin|member] [--existing]",
        "--preset all|read|restricted [--scopes SCOPE,SCOPE…] [--expires DAY|DATE-TIME]",
        "key:revoke --id KEY_ID",
        "project:create [--team TEAM_ID] --name NAME [--customer CUSTOMER_ID]",
        "backup [FILE] [--files DIR]",
        "restore [FILE] [--files DIR]",
        "doctor [--url URL]",
      ]) {
        assert.ok(text.includes(usage), usage);
      }
    }
  });

  test("help with a command explains that one", async () => {
    const text = "key:revoke --id KEY_ID\n\nEnds an API key at once.";
    for (const line of [
      "key:revoke --help",
      "help key:revoke",
      "--help key:revoke",
      "key:revoke -h",
    ])
      assert.deepEqual(await admin.run(line), { code: 0, stdout: [text], stderr: [] });
  });

  test("no command, or an unknown one, is a misuse that shows the help", async () => {
    for (const [line, start] of [
      ["", "A command is missing.\n\nUsage: npm run"],
      ["team:burn", "There is no command team:burn.\n\nUsage: npm run"],
      ["help team:burn", "There is no command team:burn.\n\nUsage: npm run"],
      ["--name secret team:create", "The command comes first, its options follow.\n\nUsage:"],
    ] as const) {
      const { code, stdout, stderr } = await admin.run(line);
      assert.deepEqual({ code, stdout }, { code: 2, stdout: [] });
      assert.ok(stderr[0]?.startsWith(start), stderr[0]);
      await admin.misused(line);
    }
  });

  test("--json may stand before the command", async () => {
    await newTeam();
    const { code, stdout, stderr } = await admin.run("--json team:list");
    assert.deepEqual({ code, stderr }, { code: 0, stderr: [] });
    assert.ok(JSON.parse(stdout.join()).items.length > 0);
  });

  test("help and whatever is wrong on the line open nothing, nor do they look at the settings", async () => {
    const { teamId } = await newTeam();
    const open = () => assert.fail("a database was opened");
    for (const [line, expected] of [
      ["help", 0],
      ["help team:set", 0],
      ["team:list --help", 0],
      ["", 2],
      ["team:burn", 2],
      ["team:set", 2],
      [`team:set --team ${teamId}`, 2],
      ["key:revoke --id", 2],
      ["key:revoke --id x", 1],
      ["team:create --name T --owner-email a@b.example --currency XYZ", 1],
    ] as const) {
      const { code } = await admin.run(line, { open });
      assert.equal(code, expected, line);
    }
  });

  test("a database that cannot be opened is a refusal like any other", async () => {
    const open = () => Promise.reject(new Error("no such luck"));
    const { code, stdout, stderr } = await admin.run("team:list --json", { open });
    assert.deepEqual([code, stderr], [1, ["no such luck"]]);
    const error = { code: "failed", path: null, message: "no such luck", next: null };
    assert.deepEqual(stdout, [JSON.stringify({ error })]);
  });

  test("what is missing is named, and what is too much", async () => {
    const missing = await admin.misused("team:create --currency EUR");
    assert.match(missing, /^team:create needs --name NAME and --owner-email EMAIL\./);
    assert.match(
      await admin.misused("backup"),
      /^backup needs FILE or --files DIR\.\n\nUsage: backup \[FILE\] \[--files DIR\]$/,
    );
    assert.match(await admin.misused("backup a.db b.db"), /takes one file, not 2/);
    assert.match(await admin.misused("team:list --tea x"), /--tea/);
    assert.match(await admin.misused("team:list x"), /x/);
    assert.match(await admin.misused("key:revoke --id"), /--id/);
    assert.match(
      await admin.misused("team:set"),
      /^team:set needs --destructive-ai-tools on\|off or --member-full-access on\|off\./,
    );
  });

  test("a repeated option is refused, and nothing is done", async () => {
    const { teamId } = await newTeam();
    for (const [line, option] of [
      [`project:create --team ${teamId} --name One --name Two`, "--name"],
      [`project:create --team ${teamId} --name=One --name One`, "--name"],
      [`project:create --team ${teamId} --name One --team ${teamId}`, "--team"],
      ["user:set --user a@b.example --password-stdin --password-stdin", "--password-stdin"],
      ["team:list --json", "--json"],
    ] as const) {
      assert.match(await admin.misused(line), new RegExp(` takes ${option} once\\.`));
    }
    const projects = world.database.reader.selectFrom("tracker_projects").selectAll();
    assert.deepEqual(await projects.where("team_id", "=", teamId).execute(), []);
  });

  test("a wrong value is refused by the name of its option", async () => {
    const { teamId } = await newTeam();
    for (const [line, path, message] of [
      ["team:create --name T --owner-email nobody", "owner-email", "must be an e-mail address"],
      ["team:create --name T --owner-email a@b.example --currency XYZ", "currency", "ISO 4217"],
      ["team:set --team mine --member-full-access on", "team", "must be a UUID"],
      [
        `team:set --team ${teamId} --member-full-access yes`,
        "member-full-access",
        "one of on, off",
      ],
      [`user:add --team ${teamId} --email a@b.example --role boss`, "role", "owner, admin, member"],
      [`key:create --team ${teamId} --user me --name K --preset all`, "user", "an id or an e-mail"],
      [`key:list --team ${teamId.slice(1)}`, "team", "must be a UUID"],
    ] as const) {
      const error = await admin.refused(line);
      assert.equal(error.path, path);
      assert.ok(error.message.includes(message), error.message);
    }
  });

  test("an id that names nothing is refused, with the command that shows the ids", async () => {
    const { userId } = await newTeam();
    for (const [line, next] of [
      [`team:set --team ${UNKNOWN} --member-full-access on`, "team:list"],
      [`user:add --team ${UNKNOWN} --email new@new.example`, "team:list"],
      [`key:create --team ${UNKNOWN} --user ${userId} --name K --preset read`, "team:list"],
      [`key:list --team ${UNKNOWN}`, "team:list"],
      [`project:create --team ${UNKNOWN} --name P`, "team:list"],
      [`key:revoke --id ${UNKNOWN}`, "key:list"],
      [`app:list --team ${UNKNOWN}`, "team:list"],
      [`app:revoke --id ${UNKNOWN}`, "app:list"],
      [`user:set --user ${UNKNOWN} --time-zone UTC`, "user:add"],
      ["user:set --user nobody@nowhere.example --time-zone UTC", "user:add"],
    ] as const) {
      const error = await admin.refused(line);
      assert.equal(error.code, "not_found", line);
      assert.ok(error.next.includes(next), `${line}: ${error.next}`);
    }
  });

  test("without --json the answer is for reading", async () => {
    const { teamId } = await newTeam();
    const list = await admin.run("team:list");
    assert.ok(list.stdout[0]?.includes(`id: ${teamId}\nname: Plain\n`), list.stdout[0]);
    const empty = await admin.run(`key:list --team ${teamId}`);
    assert.deepEqual(empty.stdout, ["(none)"]);
    const { code, stdout, stderr } = await admin.run(`key:revoke --id ${UNKNOWN}`);
    assert.deepEqual({ code, stdout }, { code: 1, stdout: [] });
    assert.deepEqual(stderr, [`There is no API key ${UNKNOWN}; see key:list.`]);
  });

  test("demo prints the team, its owner and a key that works", async () => {
    const { teamId, userId, key, keyId, team } = await admin.done("demo");
    assert.equal(team, "Kestrel Lane Studio");
    const { items } = await admin.done(`key:list --team ${teamId}`);
    // The newest first. The other is the key of the assistant, made in the demo's past.
    const [own, laptop, ...more] = items;
    assert.deepEqual([own.id, laptop.name, more.length], [keyId, "Laptop", 0]);
    assert.deepEqual([own.user_id, laptop.user_id], [userId, userId]);
    const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    assert.equal((await world.post(message, { "x-api-key": key })).status, 200);
    assert.equal((await admin.done("demo")).teamId, teamId);
  });

  test("without --json demo prints how to use its key, for how long, and what it does not open", async () => {
    const { teamId } = await admin.done("demo");
    const { stdout } = await admin.run("demo");
    const [text = ""] = stdout;
    assert.match(
      text,
      /^The demo team Kestrel Lane Studio exists already and was left unchanged\.\n/,
    );
    assert.match(text, /works for 7 days, until 2026-11-28T09:00:00\.000Z:\n\n {2}svc_\w+\n/);
    assert.ok(text.includes("\nTools that delete stay hidden"));
    assert.ok(text.includes(`team:set --team ${teamId} --destructive-ai-tools on\n`));
  });

  test("migrate says that the database is up to date", async () => {
    const answer = await admin.done("migrate");
    assert.partialDeepStrictEqual(answer, { upToDate: true, database: world.dialect });
  });

  async function newTeam(): Promise<{ teamId: string; userId: string }> {
    return admin.done("team:create --name Plain --owner-email owner@plain.example");
  }
});
