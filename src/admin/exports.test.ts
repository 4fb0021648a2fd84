import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Admin } from "../../test/admin.ts";
import { onAnyDatabase } from "../../test/app.ts";
import { Books } from "../../test/transactions.ts";
import { cellsIn, sheetIn } from "../../test/xlsx.ts";

onAnyDatabase((world) => {
  const admin = new Admin(world);

  test("export writes the transactions of a range into a new file, and never over one", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    await books.add({ date: "2026-03-02", name: "Coffee" });
    const split = await books.add({ date: "2026-03-03", name: "Market", amount_minor: -600 });
    await books.split(split.id, [{ amount_minor: -500 }, { amount_minor: -100 }]);
    await books.add({ date: "2026-04-01", name: "Later" });
    const folder = await mkdtemp(join(tmpdir(), "export-"));
    try {
      const path = join(folder, "march.csv");
      const line = `export --team ${team.id} --from 2026-03-01 --to 2026-03-31`;
      const before = await team.state();
      const done = await admin.done(`${line} --file ${path}`);
      const text = await readFile(path, "utf8");
      assert.deepEqual(done, { file: path, bytes: Buffer.byteLength(text) });
      const names = text.split("\r\n").map((row) => row.split(",")[1]);
      assert.deepEqual(names.slice(0, 4), ["Name", "Coffee", "Market", ""]);
      const refused = await admin.refused(`${line} --file ${path}`);
      assert.equal(refused.path, "file");
      assert.equal(await readFile(path, "utf8"), text);
      const book = join(folder, "march.xlsx");
      await admin.done(`${line} --format xlsx --for accountant --file ${book}`);
      const rows = cellsIn(await sheetIn(await readFile(book)));
      assert.deepEqual(
        rows.slice(1, 4).map((row) => row[2]),
        ["Coffee", "Market", "Market"],
      );
      assert.equal((await admin.refused(`${line} --file ${folder}/none/x.csv`)).path, "file");
      assert.deepEqual((await readdir(folder)).toSorted(), ["march.csv", "march.xlsx"]);
      assert.deepEqual(await team.state(), before);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
