import type { Chance } from "../../src/demo/chance.ts";
import { META, modernHeaders } from "../mcp.ts";
import type { Call, Facts } from "./facts.ts";
import { anyCall } from "./methods.ts";
import { nestedValue, oddObject, oddText, oddValue } from "./odd-values.ts";
import { headerText } from "./requests.ts";
import { allowedArguments, oddArguments } from "./tool-arguments.ts";

export type Headers = readonly (readonly [name: string, value: string])[];

/** A message, or what is none, and the headers that go with it. */
export type Message = { readonly headers: Headers; readonly value: unknown };

/** A whole request of either generation that calls a tool. */
export function toolCall(chance: Chance, facts: Facts): Message {
  const { questions } = facts.given;
  if (questions.length > 0 && chance.often(0.05)) return answerTo(chance, chance.pick(questions));
  const tool = chance.pick(facts.tools);
  const given = chance.often(0.3) ? allowedArguments : oddArguments;
  const params = { name: tool.name, arguments: given(chance, tool, facts.ids) };
  const extras = chance.often(0.1) ? oddExtras(chance, facts) : {};
  const call = { method: "tools/call", params: { ...params, ...extras } };
  const { headers, value } = wholeRequest(chance, call);
  return { headers: chance.often(0.05) ? [...headers, repeatable(chance)] : headers, value };
}

/** A whole request of either generation for any method, with right or odd parameters. */
export function methodCall(chance: Chance, facts: Facts): Message {
  const { method, params } = anyCall(chance, facts);
  const some = chance.often(0.4) ? disturbed(chance, params) : params;
  const extras = chance.often(0.4) ? oddExtras(chance, facts) : {};
  return wholeRequest(chance, { method, params: { ...some, ...extras } });
}

/** What is almost a message, or a batch of such. */
export function oddMessage(chance: Chance, facts: Facts): Message {
  if (chance.often(0.05)) return { headers: [], value: oddValue(chance, 4) };
  const one = () => (chance.often(0.3) ? toolCall : methodCall)(chance, facts);
  if (chance.often(0.3)) return batchOf(chance, one);
  const { headers, value } = one();
  return { headers, value: disturbed(chance, value) };
}

/** Calls that are served whatever else goes on; the name is given once. */
export function soundCall(chance: Chance, name: string): Message {
  const tool = (tool: string, args: object) => ({
    method: "tools/call",
    params: { name: tool, arguments: args },
  });
  const call = chance.pick([
    { method: "tools/list", params: {} },
    tool("tags_create", { name }),
    tool("customers_create", { name, email: "anna@acme.example" }),
    tool("customers_list", { limit: 5 }),
    tool("tracker_list_entries", { limit: 5 }),
  ]);
  // An id of its own: nobody else's notification takes it back.
  return wholeRequest(chance, call, name);
}

const IDS = [1, 0, -7, 1.5, "a", "", "ключ"];

/** A request as a client of one generation sends it. */
function wholeRequest(chance: Chance, call: Call, id: string | number = chance.pick(IDS)): Message {
  const { method, params } = call;
  const message = { jsonrpc: "2.0", id, method };
  if (chance.often(0.5)) {
    const headers = chance.pick<Headers>([[], [["MCP-Protocol-Version", "2025-06-18"]]]);
    return { headers, value: { ...message, params } };
  }
  const _meta = { ...META, ...(chance.often(0.3) ? ELICITS : {}), ...Object(params["_meta"]) };
  const headers = Object.entries(modernHeaders(method, params)).map(
    ([name, value]) => [name, inHeader(value)] as const,
  );
  return { headers, value: { ...message, params: { ...params, _meta } } };
}

const ELICITS = { "io.modelcontextprotocol/clientCapabilities": { elicitation: {} } };

/** What does not fit into a header as it is goes there in base64 (transports, Value Encoding). */
function inHeader(text: string): string {
  const fits = /^[!-~]([ -~]*[!-~])?$/.test(text) && !text.startsWith("=?");
  const value = fits ? text : `=?base64?${Buffer.from(text).toString("base64")}?=`;
  // Node closes the connection on more than it takes.
  return value.slice(0, 8000);
}

const ACCEPTED = { confirm: { action: "accept", content: { confirm: true } } };
const DECLINED = { confirm: { action: "decline" } };

/** The request that was answered with a question once more, with the answer. */
function answerTo(chance: Chance, { method, params }: Call): Message {
  const inputResponses = chance.pick([ACCEPTED, ACCEPTED, DECLINED, {}, oddValue(chance)]);
  return wholeRequest(chance, { method, params: { ...params, inputResponses } });
}

/** Parameters that any request may carry, whether they belong there or not. */
function oddExtras(chance: Chance, { given }: Facts): object {
  return chance.pick([
    () => ({ _meta: { progressToken: chance.pick([1, "t", oddValue(chance)]) } }),
    () => ({ _meta: { idempotencyKey: chance.pick(["once", "again", oddValue(chance)]) } }),
    () => ({ _meta: oddValue(chance) }),
    () => ({ inputResponses: chance.pick([ACCEPTED, oddValue(chance)]) }),
    () => ({ inputResponses: ACCEPTED, requestState: chance.pick([oddText(chance), "a.b"]) }),
    () => ({ requestState: oddValue(chance) }),
    () => ({ cursor: chance.pick([chance.pick(given.cursors), oddValue(chance)]) }),
    () => ({ deep: nestedValue(chance) }),
    () => oddObject(chance),
  ])();
}

/** A call that is sent with the same key once more may be another one. */
function repeatable(chance: Chance): readonly [name: string, value: string] {
  return ["Idempotency-Key", chance.pick(["once", "again", headerText(oddText(chance))])];
}

/** Batches of all shapes: also empty ones, too long ones, and batches in batches. */
function batchOf(chance: Chance, one: () => Message): Message {
  const values = Array.from({ length: chance.pick([0, 1, 2, 3, 5, 19, 20, 21]) }, () => {
    const { value } = one();
    if (chance.often(0.1)) return [value];
    return chance.often(0.2) ? disturbed(chance, value) : value;
  });
  const version = chance.pick(["2025-03-26", "2025-03-26", "2025-06-18", "2026-07-28"]);
  const headers = [["MCP-Protocol-Version", version] as const, repeatable(chance)];
  return { headers: headers.filter(() => chance.often(0.3)), value: values };
}

const MEMBERS = ["jsonrpc", "id", "method", "params", "result", "error", "_meta", "name"];

/** The same object with some member gone, odd, or more than it should be. */
function disturbed(chance: Chance, value: unknown): Record<string, unknown> {
  const entries = Object.entries(Object(value));
  for (let change = chance.between(1, 2); change > 0; change -= 1) {
    const at = chance.between(0, Math.max(0, entries.length - 1));
    const [name] = entries[at] ?? ["id"];
    if (chance.often(0.3)) entries.splice(at, 1);
    else if (chance.often(0.2)) entries.push([chance.pick(MEMBERS), oddValue(chance)]);
    else entries[at] = [name, oddValue(chance)];
  }
  return Object.fromEntries(entries);
}
