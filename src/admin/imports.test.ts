import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Admin } from "../../test/admin.ts";
import { onAnyDatabase } from "../../test/app.ts";
import { addAccount } from "../../test/bank-accounts.ts";

onAnyDatabase((world) => {
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

  test("people read the plan as a table, with questions, the balance and the next command", async () => {
    const team = await world.team();
    const account = await addAccount(team, { name: "Giro", number: null });
    const folder = await mkdtemp(join(tmpdir(), "import-"));
    try {
      const path = join(folder, "march.csv");
      const line = `import --team ${team.id} --account ${account} --file ${path}`;
      const say = async (more = "") => (await admin.run(`${line}${more}`)).stdout.join("\n");
      await writeFile(
        path,
        "date;payee;amount;balance\n2026-03-02;Anna;-1.00;9.00\n2026-03-14;Bert;2.50;11.50\n",
      );
      const { hash } = await admin.done(line);
      const before = await team.state();
      const plan = await say();
      assert.match(plan, /^Giro, 2026-03-02 to 2026-03-14$/m);
      assert.match(plan, /^ +rows +sum in EUR +imported$/m);
      assert.match(plan, /^ +new +2 +1\.50 +2$/m);
      assert.match(plan, /^ +Balances: the file ends at 11\.50, which its rows do not prove\.$/m);
      assert.ok(plan.endsWith(`npm run --silent admin -- ${line} --commit ${hash}`), plan);
      assert.deepEqual(await team.state(), before);
      assert.match(await say(` --commit ${hash}`), /^2 transactions added, 0 updated\./);
      assert.match(await say(), /^ +duplicate +2 +1\.50 +0$/m);
      await writeFile(path, "date;payee;amount\n03/04/2026;Anna;-1.00\n05/06/2026;Bert;2.00\n");
      const asked = await say();
      assert.match(asked, /--options '\{"answers":\{/);
      assert.match(asked, /Nothing is imported\. Give the answers/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
