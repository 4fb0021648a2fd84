import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { onAnyDatabase, onEachDatabase, type Team, type World } from "../../test/app.ts";
import { assertError, assertUntouched, META, modern, read } from "../../test/mcp.ts";
import { together } from "../../test/races.ts";
import { createProject } from "../domains/projects/create-project.ts";

const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
const YES = { action: "accept", content: { confirm: true } };

/** The `_meta` of a client that can ask its user. */
function asking(elicitation: object = {}): object {
  return { ...META, [CAPABILITIES]: { elicitation } };
}

/** Calls a tool as a client with elicitation; `more` are further fields of `params`. */
async function call(team: Team, name: string, args: object, more: object = {}): Promise<any> {
  const params = { name, arguments: args, _meta: asking(), ...more };
  const { result } = await read(modern(team, "tools/call", params));
  return result;
}

/** The answer of a user, with the state that came with the question. */
function answer(question: any, confirm: unknown) {
  return { inputResponses: { confirm }, requestState: question.requestState };
}

async function destructive(world: World): Promise<{ team: Team; id: string }> {
  const team = await world.team({ destructive_ai_tools: true });
  const { id } = await team.call("tags_create", { name: "Wholesale" });
  return { team, id };
}

onAnyDatabase((world) => {
  describe("400 or an error for a requestState", () => {
    const forged: Record<string, (state: string) => unknown> = {
      "with a character changed": (state) => state.replace(/^./, (c) => (c === "W" ? "X" : "W")),
      "without its seal": (state) => state.split(".")[0],
      "with another seal": (state) => `${state.split(".")[0]}.${"A".repeat(43)}`,
      "with something behind it": (state) => `${state}.`,
      "that is empty": () => "",
      "that is no text": () => 7,
      "that is null": () => null,
    };
    for (const [what, forge] of Object.entries(forged)) {
      test(what, async () => {
        const { team, id } = await destructive(world);
        const { requestState } = await call(team, "tags_delete", { id });
        await refused(team, { id }, { confirm: YES }, forge(requestState));
      });
    }

    test("of other arguments, of another tool, of another key and of another team", async () => {
      const { team, id } = await destructive(world);
      const { id: other } = await team.call("tags_create", { name: "Retail" });
      const { requestState } = await call(team, "tags_delete", { id });
      await refused(team, { id: other }, { confirm: YES }, requestState);
      await refused(await team.as("all"), { id }, { confirm: YES }, requestState);
      const params = { name: "customers_delete", arguments: { id }, requestState, _meta: asking() };
      await assertError(modern(team, "tools/call", params), 200, -32602);
      const foreign = await destructive(world);
      await refused(foreign.team, { id }, { confirm: YES }, requestState);
    });

    test("that has expired", async () => {
      const { team, id } = await destructive(world);
      const { requestState } = await call(team, "tags_delete", { id });
      world.pass(10 * 60_000);
      await refused(team, { id }, { confirm: YES }, requestState);
    });

    async function refused(
      team: Team,
      args: object,
      inputResponses: object,
      requestState: unknown,
    ) {
      const params = { name: "tags_delete", arguments: args, inputResponses, requestState };
      const sent = () => modern(team, "tools/call", { ...params, _meta: asking() });
      const error = await assertUntouched(team, () => assertError(sent(), 200, -32602));
      assert.match(error.message, /requestState/);
    }
  });

  test("a client without forms deletes at once, and so do legacy clients", async () => {
    const { team, id } = await destructive(world);
    const params = { name: "tags_delete", arguments: { id }, _meta: asking({ url: {} }) };
    const { result } = await read(modern(team, "tools/call", params));
    assert.equal(result.structuredContent.deleted, true);
    const { id: second } = await team.call("tags_create", { name: "Retail" });
    const plain = await modern(team, "tools/call", {
      name: "tags_delete",
      arguments: { id: second },
    });
    assert.equal((await read(plain)).result.structuredContent.deleted, true);
    const { id: third } = await team.call("tags_create", { name: "Third" });
    assert.equal((await team.call("tags_delete", { id: third })).deleted, true);
  });

  test("the question names everything that is deleted and everything that stays", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const customer = await team.call("customers_create", {
      name: 'Acme "A"',
      email: "a@acme.example",
    });
    const message = async () => {
      const { inputRequests } = await call(team, "customers_delete", { id: customer.id });
      return inputRequests.confirm.params.message;
    };
    assert.equal(await message(), 'Delete the customer "Acme \\"A\\"" for good?');
    const project = { name: "Website", customer_id: customer.id };
    const { projectId } = await createProject(team.auditContext, project);
    for (let count = 0; count < 2; count += 1) {
      await team.call("tracker_start_timer", { project_id: projectId });
      world.pass(90 * 60_000);
    }
    const entry = await team.call("tracker_stop_timer");
    await team.invoice(customer.id);
    await team.invoice(customer.id, "recurring_invoices");
    assert.equal(
      await message(),
      'Delete the customer "Acme \\"A\\"" for good, together with 1 project and 2 time entries? Without a customer stay: 1 invoice and 1 recurring invoice.',
    );
    const { inputRequests } = await call(team, "tracker_delete_entry", { id: entry.id });
    assert.equal(
      inputRequests.confirm.params.message,
      `Delete the time entry of ${entry.date} for good: 1 h 30 of "Olga Owner" on "Website"?`,
    );
  });
});

onEachDatabase((world) => {
  describe("a client that can ask its user", () => {
    test("is asked before a tool deletes, and nothing is deleted yet", async () => {
      const { team, id } = await destructive(world);
      const result = await assertUntouched(team, () => call(team, "tags_delete", { id }));
      assert.equal(result.resultType, "input_required");
      const { method, params } = result.inputRequests.confirm;
      assert.equal(method, "elicitation/create");
      assert.equal(params.mode, "form");
      assert.equal(
        params.message,
        'Delete the tag "Wholesale" for good? It goes from 0 customers, 0 transactions and 0 documents; they stay.',
      );
      assert.deepEqual(params.requestedSchema.required, ["confirm"]);
      assert.equal("content" in result, false);
    });

    test("sees the tool's answer after a yes", async () => {
      const { team, id } = await destructive(world);
      const question = await call(team, "tags_delete", { id });
      const done = await call(team, "tags_delete", { id }, answer(question, YES));
      assert.partialDeepStrictEqual(done.structuredContent, {
        id,
        deleted: true,
        name: "Wholesale",
        rules: 0,
      });
      assert.equal(done.resultType, "complete");
      assert.deepEqual((await team.call("tags_list")).items, []);
    });

    for (const [what, response] of Object.entries({
      "a declined form": { action: "decline" },
      "a closed form": { action: "cancel" },
      "a form without its tick": { action: "accept", content: { confirm: false } },
      "an empty form": { action: "accept", content: {} },
      "a form with other content": { action: "accept", content: { confirm: "yes" } },
    })) {
      test(`${what} counts as no: nothing is deleted, and the journal has the refusal`, async () => {
        const { team, id } = await destructive(world);
        const question = await call(team, "tags_delete", { id });
        const before = await team.state();
        const refused = await call(team, "tags_delete", { id }, answer(question, response));
        assert.equal(refused.isError, true);
        assert.equal(JSON.parse(refused.content[1].text).code, "not_confirmed");
        const again = await call(team, "tags_delete", { id }, answer(question, YES));
        assert.equal(
          JSON.parse(again.content[1].text).code,
          "not_confirmed",
          "a no counts once too",
        );
        assert.deepEqual(without(await team.state()), without(before));
        const events = await team.journalOf("tags_delete");
        assert.deepEqual(
          events.map(({ outcome, reason }) => ({ outcome, reason })),
          [{ outcome: "refused", reason: "not_confirmed" }],
        );
      });
    }

    test("is asked again after an invalid answer, or one without the state", async () => {
      const { team, id } = await destructive(world);
      const question = await call(team, "tags_delete", { id });
      const { requestState } = question;
      for (const more of [
        { inputResponses: { other: YES }, requestState },
        { inputResponses: { confirm: { action: "maybe" } }, requestState },
        { inputResponses: { confirm: YES } },
        { inputResponses: "yes", requestState },
        { requestState },
      ]) {
        const asked = await assertUntouched(team, () => call(team, "tags_delete", { id }, more));
        assert.equal(asked.resultType, "input_required", JSON.stringify(more));
      }
      const done = await call(team, "tags_delete", { id }, answer(question, YES));
      assert.equal(done.structuredContent.deleted, true, "what was no answer has spent nothing");
    });

    test("is not asked about unknown ids, nor by tools that do not delete", async () => {
      const { team } = await destructive(world);
      const id = team.auditContext.newId();
      const gone = await call(team, "tags_delete", { id });
      assert.deepEqual(gone.structuredContent, { id, deleted: false, name: null, rules: 0 });
      const made = await call(team, "tags_create", { name: "Retail" });
      assert.equal(made.resultType, "complete");
    });

    test("gets errors in the arguments before the question", async () => {
      const { team } = await destructive(world);
      const result = await call(team, "tags_delete", { id: "no id" });
      assert.equal(JSON.parse(result.content[1].text).path, "id");
    });

    test("is not asked when the tool is closed", async () => {
      const { team, id } = await destructive(world);
      const question = await call(team, "tags_delete", { id });
      await team.set({ destructive_ai_tools: false });
      for (const more of [{}, answer(question, YES)]) {
        const result = await call(team, "tags_delete", { id }, more);
        assert.equal(JSON.parse(result.content[1].text).code, "tool_not_available");
      }
      assert.equal((await team.call("tags_list")).items.length, 1);
    });

    test("of twenty calls with the same yes at once, one deletes", async () => {
      const { team, id } = await destructive(world);
      const question = await call(team, "tags_delete", { id });
      const results = await together(20, () =>
        call(team, "tags_delete", { id }, answer(question, YES)),
      );
      const done = results.filter(({ structuredContent }) => structuredContent?.deleted === true);
      assert.equal(done.length, 1);
      assert.equal((await team.journalOf("tags_delete")).length, 1);
    });

    test("a yes counts only for the question asked: when the loss has changed, it is asked again", async () => {
      const team = await world.team({ destructive_ai_tools: true });
      const { id } = await team.call("customers_create", { name: "Empty", email: "a@b.example" });
      const question = await call(team, "customers_delete", { id });
      await createProject(team.auditContext, { name: "Website", customer_id: id });
      const again = await assertUntouched(team, () =>
        call(team, "customers_delete", { id }, answer(question, YES)),
      );
      assert.equal(again.resultType, "input_required");
      assert.match(again.inputRequests.confirm.params.message, /together with 1 project/);
      const done = await call(team, "customers_delete", { id }, answer(again, YES));
      assert.equal(done.structuredContent.deleted_projects, 1);
    });

    test("a yes counts once: it does not delete a record that was restored meanwhile", async () => {
      const { team, id } = await destructive(world);
      const question = await call(team, "tags_delete", { id });
      await call(team, "tags_delete", { id }, answer(question, YES));
      const row = { team_id: team.id, id, name: "Wholesale", created_at: world.now };
      const keys = { name_key: "wholesale", name_folded: "wholesale" };
      await world.database.begin((db) =>
        db
          .insertInto("tags")
          .values({ ...row, ...keys })
          .execute(),
      );
      const again = await call(team, "tags_delete", { id }, answer(question, YES));
      assert.match(again.content[0].text, /This answer has already been used/);
      assert.equal((await team.call("tags_list")).items.length, 1);
    });
  });
});

function without({ spent_answers: _spent, ...rows }: Record<string, unknown>) {
  return rows;
}
