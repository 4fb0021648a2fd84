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
      const again = await say();
      assert.match(again, /^ +duplicate +2 +1\.50 +0$/m);
      assert.match(again, /^There is nothing to import: all rows are here already/m);
      assert.doesNotMatch(again, /--commit/);
      await writeFile(path, "date;payee;amount\n03/04/2026;Anna;-1.00\n05/06/2026;Bert;2.00\n");
      const asked = await say();
      assert.match(asked, /--options '\{"answers":\{/);
      assert.match(asked, /Nothing is imported\. Run the command again with the option/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("the plan names what is left out, and each answer is an option that keeps the answers before it", async () => {
    const team = await world.team();
    const account = await addAccount(team, { name: "Giro", number: null });
    const folder = await mkdtemp(join(tmpdir(), "import-"));
    try {
      const path = join(folder, "open.csv");
      const rows = ["03/02/2026;Anna;-1,000", "05/04/2026;Bert;2,500", "06/05/2026;Free;0"];
      await writeFile(path, ["date;payee;amount", ...rows, ""].join("\n"));
      const line = `import --team ${team.id} --account ${account} --file ${path}`;
      const before = await team.state();
      let options = "";
      const asked: string[] = [];
      for (let round = 0; round < 4; round += 1) {
        const { questions, answers, next } = await admin.done(`${line}${options}`);
        const [question] = questions;
        if (question === undefined) {
          assert.match(next, /--options .* --commit/);
          const { stdout } = await admin.run(`${line}${options}`);
          assert.match(stdout.join("\n"), /^  Left out:\n    line 4: The amount is zero/m);
          break;
        }
        asked.push(question.id);
        const [{ value }] = question.choices;
        const option: string = answers.of[question.id][value];
        const { stdout } = await admin.run(`${line}${options}`);
        assert.ok(stdout.join("\n").includes(option), option);
        options = ` ${option.replaceAll("'", "")}`;
      }
      assert.ok(asked.length > 1 && new Set(asked).size === asked.length, asked.join());
      assert.deepEqual(await team.state(), before);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("a file that only states a balance says so, and is written once", async () => {
    const team = await world.team();
    const account = await addAccount(team, { name: "Giro", number: null });
    const folder = await mkdtemp(join(tmpdir(), "import-"));
    try {
      const path = join(folder, "march.csv");
      const line = `import --team ${team.id} --account ${account} --file ${path}`;
      const rows = "date;payee;amount\n2026-03-02;Anna;-1.00\n2026-03-14;Bert;2.00\n";
      await writeFile(path, rows);
      const { hash: first } = await admin.done(line);
      await admin.done(`${line} --commit ${first}`);
      await writeFile(path, `Closing balance 2026-03-31;9.00\n${rows}`);
      const plan = (await admin.run(line)).stdout.join("\n");
      assert.match(plan, /^No row is new\. To note 1 balance of the file:$/m);
      const { hash } = await admin.done(line);
      const said = (await admin.run(`${line} --commit ${hash}`)).stdout.join("\n");
      assert.match(said, /^0 transactions added, 0 updated\. 1 balance noted\./);
      const before = await team.state();
      assert.deepEqual((await admin.done(line)).next, null);
      assert.equal((await admin.refused(`${line} --commit ${hash}`)).code, "plan_changed");
      assert.deepEqual(await team.state(), before);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
