import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { Refusal } from "./errors.ts";
import { label } from "./fields.ts";
import { attach, definePrompt, userMessage } from "./prompt.ts";

const greet = definePrompt<object, any>({
  name: "greet",
  title: "Greet",
  tier: "read",
  description: "Greets.",
  input: z.strictObject({
    whom: label(10).describe("who it is"),
    how: z.enum(["warmly", "coolly"]).optional().describe("in which way"),
  }),
  skill: { data: [], request: "Greet somebody." },
  messages: async (_context, input) => [userMessage(JSON.stringify(input))],
});

async function textOf(given: unknown): Promise<unknown> {
  const [message] = await greet.messages({}, given);
  return message?.content["text"];
}

test("arguments are listed with what they are and whether they are needed", () => {
  assert.deepEqual(greet.arguments, [
    { name: "whom", description: "who it is", required: true },
    { name: "how", description: "in which way", required: false },
  ]);
});

test("an argument that was left empty counts as left out, where it may be", async () => {
  for (const how of ["", " ", null, undefined])
    assert.equal(await textOf({ whom: "Olga", how }), '{"whom":"Olga"}');
  assert.equal(await textOf({ whom: "Olga", how: "warmly" }), '{"whom":"Olga","how":"warmly"}');
});

test("arguments that are missing, wrong or unknown are refused by name", async () => {
  for (const [given, message] of [
    [undefined, "whom is required"],
    [{}, "whom is required"],
    [{ whom: " " }, "whom must not be empty"],
    [{ whom: 1 }, "whom must be a string"],
    [{ whom: "Olga", how: "hotly" }, "how must be one of warmly, coolly"],
    [{ whom: "Olga", when: "" }, 'there is no argument "when"'],
    ["Olga", "the arguments must be an object"],
    [[], "the arguments must be an object"],
  ] as const) {
    await assert.rejects(
      greet.messages({}, given),
      (error) => error instanceof Refusal && error.message === message,
      message,
    );
  }
});

test("what is attached is what stands at the address", async () => {
  const resource = {
    uri: "test://things/{thing}",
    name: "thing",
    title: "Thing",
    tier: "read",
    description: "A thing.",
    mimeType: "text/plain",
    read: async (_context: object, { thing }: Readonly<Record<string, string>>) =>
      thing === "none" ? null : { text: `it is ${thing}` },
  } as const;
  assert.deepEqual(await attach({}, resource, { thing: "a b" }), {
    role: "user",
    content: {
      type: "resource",
      resource: { uri: "test://things/a%20b", mimeType: "text/plain", text: "it is a b" },
    },
  });
  await assert.rejects(
    attach({}, resource, { thing: "none" }),
    /there is no resource at test:\/\/things\/none/,
  );
});
