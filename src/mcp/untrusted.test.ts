import assert from "node:assert/strict";
import { after, test } from "node:test";
import { z } from "zod";
import { onAnyDatabase, type Team } from "../../test/app.ts";
import { GENERATIONS, read } from "../../test/mcp.ts";
import { idIn, ownThings } from "../../test/own-things.ts";
import { letStrangersIn, STRANGE, type Way } from "../../test/strangers.ts";
import { PaperReader } from "../reading/reader-process.ts";
import { tools } from "./registry.ts";

const WAYS: readonly Way[] = ["bank", "mail", "paper", "e_invoice", "mail_server"];

/** Paths of an answer at which words of strangers stand, each with the text. */
function strangeIn(value: unknown, path = ""): readonly (readonly [string, string])[] {
  if (typeof value === "string")
    return value.toLowerCase().includes(STRANGE) ? [[path, value]] : [];
  if (Array.isArray(value)) return value.flatMap((item) => strangeIn(item, path));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, of]) =>
    strangeIn(of, path === "" ? name : `${path}.${name}`),
  );
}

type Asked = readonly [name: string, args: Readonly<Record<string, unknown>>];

/** Finds all that strangers wrote. */
const GIVEN = { q: STRANGE, query: STRANGE, from: "2026-08-01", to: "2026-11-30" };

/** Calls of reading tools: the example, without what may be left out, and with each choice that they offer. */
function readings(things: Readonly<Record<string, string>>): readonly Asked[] {
  return tools
    .filter(({ tier }) => tier === "read")
    .flatMap(({ name, example, inputSchema }): Asked[] => {
      const properties: Record<string, any> = Object(inputSchema["properties"]);
      const required = z.array(z.string()).parse(inputSchema["required"] ?? []);
      const given: Record<string, unknown> = { ...example(idIn(things)) };
      for (const [name, value] of Object.entries(GIVEN))
        if (name in properties) given[name] = value;
      const least = Object.fromEntries(
        Object.entries(given).filter(([name]) => required.includes(name)),
      );
      const choices = Object.entries(properties).flatMap(([property, { type, enum: words }]) => {
        const values = words ?? (type === "boolean" ? [true] : []);
        return values.map((value: unknown): Asked => [name, { ...given, [property]: value }]);
      });
      return [[name, given], [name, least], ...choices];
    });
}

onAnyDatabase((world) => {
  const reader = new PaperReader();
  after(() => reader.stop());

  test("whatever strangers write, each answer names its place as untrusted and shows its hidden characters", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const everything = (idOf: Parameters<(typeof tools)[number]["example"]>[0]) =>
      tools.map(({ example }) => example(idOf));
    const own = await ownThings(team, everything);
    const { spending, ...planted } = await letStrangersIn(team, reader);
    const things = { ...own, ...planted };
    const reached = new Map<string, Set<string>>();
    const missed = new Set<string>();
    const ways = new Set<string>();
    const ask = async ([name, args]: Asked) => {
      const answer = await answerOf(team, name, args);
      const { untrusted = [] } = answer ?? {};
      for (const [path, text] of strangeIn({ ...answer, untrusted: [] })) {
        if (!untrusted.includes(path) || /[\u{e0000}-\u{e007f}]/u.test(text))
          missed.add(`${name}${args["dry_run"] === true ? " dry" : ""}: ${path}: ${text}`);
        reached.set(name, (reached.get(name) ?? new Set()).add(path));
        for (const way of WAYS) if (text.includes(` ${way}`)) ways.add(way);
      }
    };
    const both = async (name: string, args: Asked[1]) => {
      world.pass(120_000);
      if (tools.find((tool) => tool.name === name)?.hasDryRun)
        await ask([name, { ...args, dry_run: true }]);
      await ask([name, args]);
    };
    const all = async () => {
      for (const asked of readings(things)) await ask(asked);
      await ask(["inbox_list", {}]);
    };
    await both("transactions_update_status", { ids: spending, status: "completed", details: true });
    await both("transactions_update_category", {
      changes: spending.map((id) => ({ id, category_slug: "software" })),
      details: true,
    });
    await both("transactions_update_category", {
      id: things.transaction,
      category_slug: "revenue",
    });
    await all();
    // A timer is stopped before the next is started.
    const writes = tools.filter(({ tier }) => tier !== "read").toReversed();
    for (const { name, tier, example } of writes)
      if (tier === "write") await both(name, { ...example(idIn(things)) });
    await all();
    for (const { name, tier, example } of writes)
      if (tier === "destructive") await both(name, { ...example(idIn(things)) });
    assert.deepEqual([...missed], []);
    assert.deepEqual([...ways].toSorted(), WAYS.toSorted());
    const unreached = tools.flatMap(({ name, untrusted }) =>
      untrusted.filter((path) => !reached.get(name)?.has(path)).map((path) => `${name}: ${path}`),
    );
    assert.deepEqual(unreached, []);
  });
});

/** Asserts that both generations get the same, and that nothing in it is hidden. */
async function answerOf(team: Team, name: string, args: object): Promise<any> {
  const isRead = tools.find((tool) => tool.name === name)?.tier === "read";
  let answer: any = null;
  for (const send of isRead ? Object.values(GENERATIONS) : [GENERATIONS.legacy]) {
    const { result, error } = await read(send(team, "tools/call", { name, arguments: args }));
    assert.equal(error, undefined, name);
    assert.notEqual(
      result.isError,
      true,
      `${name} ${JSON.stringify(args)}: ${result.content[0]?.text}`,
    );
    answer = result.structuredContent ?? null;
  }
  return answer;
}
