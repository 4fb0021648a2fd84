import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase } from "../../../test/app.ts";

const ACME = { name: "Acme", email: "anna@acme.example" };

onAnyDatabase((world) => {
  const destructive = async () => world.team({ destructive_ai_tools: true });

  test("a deleted tag goes from all customers that carry it, and they stay", async () => {
    const team = await destructive();
    const tag = await team.call("tags_create", { name: "Wholesale" });
    const kept = await team.call("tags_create", { name: "Kept" });
    const customers = [];
    for (const tag_ids of [[tag.id], [tag.id, kept.id], [kept.id]]) {
      const { notices: _alike, ...customer } = await team.call("customers_create", {
        ...ACME,
        tag_ids,
      });
      customers.push(customer);
    }
    const { id } = tag;
    assert.partialDeepStrictEqual(await team.call("tags_delete", { id }), {
      id,
      deleted: true,
      name: "Wholesale",
      rules: 0,
    });
    for (const customer of customers) {
      const tags = customer.tags.filter((tag: { id: string }) => tag.id !== id);
      assert.deepEqual(await team.call("customers_get", { id: customer.id }), {
        ...customer,
        tags,
      });
    }
    assert.deepEqual((await team.call("tags_list")).items, [kept]);
  });

  test("the journal keeps the tag and every link that went", async () => {
    const team = await destructive();
    const tag = await team.call("tags_create", { name: "Wholesale" });
    const linked = [];
    for (let count = 0; count < 2; count += 1) {
      linked.push(await team.call("customers_create", { ...ACME, tag_ids: [tag.id] }));
    }
    await team.call("tags_delete", { id: tag.id });
    const [event] = await team.journalOf("tags_delete");
    const changes = event?.changes.map(({ subject_type, subject_id, before, after }) => ({
      subject_type,
      subject_id,
      before,
      after,
    }));
    const links = linked.map(({ id }) => ({
      subject_type: "customer_tag",
      subject_id: id,
      before: { customer_id: id, tag_id: tag.id },
      after: null,
    }));
    const [first, second, ...rest] = changes ?? [];
    const bySubject = (one: any, other: any) => (one.subject_id < other.subject_id ? -1 : 1);
    assert.deepEqual([first, second].toSorted(bySubject), links.toSorted(bySubject));
    const before = { ...tag, created_at: world.now };
    assert.deepEqual(rest, [{ subject_type: "tag", subject_id: tag.id, before, after: null }]);
  });

  test("deleting an absent tag, or another team's, is no error and leaves no trace", async () => {
    const [team, other] = [await destructive(), await destructive()];
    const gone = await team.call("tags_create", { name: "Gone" });
    await team.call("tags_delete", { id: gone.id });
    const foreign = await other.call("tags_create", { name: "Foreign" });
    await other.call("customers_create", { ...ACME, tag_ids: [foreign.id] });
    const [before, otherBefore] = [await team.journal(), await other.state()];
    for (const id of [gone.id, foreign.id, team.auditContext.newId()]) {
      assert.deepEqual(await team.call("tags_delete", { id }), {
        id,
        deleted: false,
        name: null,
        rules: 0,
      });
    }
    assert.deepEqual(await team.journal(), before);
    assert.deepEqual(await other.state(), otherBefore);
  });

  test("the name of a deleted tag is free again", async () => {
    const team = await destructive();
    const old = await team.call("tags_create", { name: "Wholesale" });
    await team.call("tags_delete", { id: old.id });
    const { id } = await team.call("tags_create", { name: "wholesale" });
    assert.notEqual(id, old.id);
  });
});
