import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, test } from "node:test";
import { createSecureContext, TLSSocket } from "node:tls";
import { selfSigned } from "../../test/certificate.ts";
import { folderForTests } from "../../test/server.ts";
import { connect } from "./connect.ts";
import { translator } from "./failures.ts";
import { unusable } from "./unusable.ts";

const folder = await folderForTests();

describe("a server of PostgreSQL whose TLS does not do is refused in words:", () => {
  const own = selfSigned(["localhost"]);
  const other = selfSigned(["other.example"]);
  const warnings: Error[] = [];
  const warned = (warning: Error) => warnings.push(warning);
  before(() => process.on("warning", warned));
  after(() => process.off("warning", warned));

  for (const mode of ["prefer", "require", "verify-ca", "verify-full", "no-verify"])
    test(`none, with sslmode=${mode}`, async () =>
      assert.match(await refusal(mode, null), /the server does not speak TLS; turn TLS on there/));

  for (const mode of ["prefer", "require", "verify-ca", "verify-full"]) {
    test(`a certificate that nobody vouches for, with sslmode=${mode}`, async () =>
      assert.match(await refusal(mode, own), /authority that this machine does not know; name/));

    test(`a certificate for another name, with sslmode=${mode}`, async () =>
      assert.match(await refusal(mode, other, other.cert), /certificate is for another name/));

    test(`no certificate, but its database, when it is vouched for, with sslmode=${mode}`, async () =>
      assert.match(await refusal(mode, own, own.cert), /the server has no such database/));
  }

  test("no certificate, but its database, with sslmode=no-verify", async () =>
    assert.match(await refusal("no-verify", other), /the server has no such database/));

  test("a certificate of an authority that is no file", async () => {
    const url = `postgres://localhost:1/books?sslmode=require&sslrootcert=${folder}/none.pem`;
    await assert.rejects(connect(url, { onIdleError: assert.ifError }), {
      message: /^DATABASE_URL: .+ a file that it names does not exist$/,
    });
  });

  after(() => assert.deepEqual(warnings, []));
});

describe("a file that SQLite cannot use is refused in words:", () => {
  test("a disk that is full", () => {
    const database = new DatabaseSync(":memory:");
    database.exec("pragma max_page_count = 1");
    const full = thrown(() => database.exec("create table some (thing text)"));
    assert.match(sentence("books.db", full), /its disk is full; make room there/);
    assert.match(sentence("books.db", systemError("ENOSPC")), /its disk is full; make room there/);
    // As a start on a full disk meets it: the file with -shm cannot grow.
    const shared = Object.assign(new Error("disk I/O error"), { errcode: 4874 });
    assert.match(sentence("books.db", shared), /its disk is full; make room there/);
  });

  test("a disk that is mounted read-only, for a new file and for one that is there", () => {
    assert.match(sentence("new.db", systemError("EROFS")), /its disk is mounted read-only; mount/);
    const file = join(folder, "old.db");
    new DatabaseSync(file).close();
    const readOnly = new DatabaseSync(file, { readOnly: true });
    const written = thrown(() => readOnly.exec("create table some (thing text)"));
    assert.match(sentence("old.db", written), /cannot be written; check .+ mounted read-only/);
    readOnly.close();
  });

  test("files beside it that cannot be opened", () => {
    const file = join(folder, "beside.db");
    const database = new DatabaseSync(file);
    database.exec("pragma journal_mode = wal");
    database.close();
    mkdirSync(`${file}-wal`);
    const cannotOpen = thrown(() => new DatabaseSync(file).exec("create table some (thing text)"));
    assert.match(sentence("beside.db", cannotOpen), /with -wal and -shm beside it, cannot be/);
  });

  test("a folder in its place", () => {
    const cannotOpen = thrown(() => new DatabaseSync(folder));
    assert.match(sentence("", cannotOpen), /it cannot be opened as a file; correct the path/);
  });

  test("a place where no files are made", () =>
    assert.match(sentence("x/books.db", systemError("ENOENT")), /no file can be made there; name/));

  test("an error that is none of these is left as it is", () =>
    assert.equal(unusable("sqlite:books.db", new Error("a bug")), null));
});

test("a pooler that refuses the settings of a connection is told, and the way to mend it", () => {
  const refused = Object.assign(new Error("unsupported startup parameter: statement_timeout"), {
    code: "08P01",
  });
  const translated = translator(() => {})(refused);
  for (const error of [refused, translated]) {
    const told = unusable("postgres://me:secret@db:6432/books", error)?.sentence ?? "";
    assert.match(told, /postgres:\/\/me@db:6432\/books .+ignore_startup_parameters/);
  }
});

function sentence(name: string, error: unknown): string {
  return unusable(`sqlite:${join(folder, name)}`, error)?.sentence ?? assert.fail(String(error));
}

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function thrown(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return assert.fail("nothing was thrown");
}

type Certificate = ReturnType<typeof selfSigned>;

/**
 * Connects to a server that speaks TLS with a certificate, or none, and has no database.
 * @returns the refusal as a sentence
 */
async function refusal(mode: string, given: Certificate | null, vouched = ""): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      if (given === null) {
        socket.end("N");
        return;
      }
      socket.write("S");
      const options = { isServer: true, secureContext: createSecureContext(given) };
      const secure = new TLSSocket(socket, options);
      secure.on("error", () => {});
      secure.once("data", () => secure.end(errorOf("3D000")));
    });
  }).listen(0, "localhost");
  await once(server, "listening");
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  const root = join(folder, `${address.port}.pem`);
  writeFileSync(root, vouched);
  const query = `sslmode=${mode}${vouched === "" ? "" : `&sslrootcert=${root}`}`;
  try {
    const url = `postgres://me@localhost:${address.port}/books?${query}`;
    await connect(url, { onIdleError: assert.ifError });
    return assert.fail("it connected");
  } catch (error) {
    assert.ok(error instanceof Error && "sentence" in error, String(error));
    return String(error.sentence);
  } finally {
    server.close();
  }
}

/** An ErrorResponse (PostgreSQL, 54.7 Message Formats). */
function errorOf(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0Mno\0\0`);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(fields.length + 4);
  return Buffer.concat([Buffer.from("E"), length, fields]);
}
