import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Admin } from "../../test/admin.ts";
import { onEachDatabase } from "../../test/app.ts";
import { addAccount } from "../../test/bank-accounts.ts";

onEachDatabase((world) => {
  const admin = new Admin(world);

  test("import tells the plan of a file, and does it with the plan's hash", async () => {
    const team = await world.team();
    const account = await addAccount(team, { name: "Giro" });
    const folder = await mkdtemp(join(tmpdir(), "import-"));
    try {
      const path = join(folder, "march.csv");
      await writeFile(path, "date;payee;amount\n2026-03-02;Anna;-1.00\n2026-03-14;Bert;2.00\n");
      const line = `import --team ${team.id} --account ${account} --file ${path}`;
      const before = await team.state();
      const plan = await admin.done(line);
      assert.deepEqual(await team.state(), before);
      const wrong = await admin.refused(`${line} --commit ${"0".repeat(64)}`);
      assert.equal(wrong.code, "plan_changed");
      const done = await admin.done(`${line} --commit ${plan.hash}`);
      assert.equal(done.added, 2);
      const [event] = await team.journalOf("import");
      assert.equal(event?.id, done.event);
      assert.equal((await admin.refused(`${line}.none`)).path, "file");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
