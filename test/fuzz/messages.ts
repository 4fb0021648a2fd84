import type { Chance } from "../../src/demo/chance.ts";
import { META, modernHeaders } from "../mcp.ts";
import type { Call, Facts } from "./facts.ts";
import { anyCall } from "./methods.ts";
import { nestedValue, oddObject, oddText, oddValue } from "./odd-values.ts";
import { headerText } from "./requests.ts";
import { allowedArguments, oddArguments } from "./tool-arguments.ts";

export type Headers = readonly (readonly [name: string, value: string])[];

/** A message, valid or not, and its headers. */
export type Message = { readonly headers: Headers; readonly value: unknown };

/** A well-formed `tools/call` of either generation. */
export function toolCall(chance: Chance, facts: Facts): Message {
  const { questions } = facts.given;
  if (questions.length > 0 && chance.often(0.05)) return answerTo(chance, chance.pick(questions));
  const tool = chance.pick(facts.tools);
  const given = chance.often(0.5) ? allowedArguments : oddArguments;
  const params = { name: tool.name, arguments: given(chance, tool, facts.ids) };
  const extras = chance.often(0.1) ? oddExtras(chance, facts) : {};
  const call = { method: "tools/call", params: { ...params, ...extras } };
  const { headers, value } = wholeRequest(chance, call);
  return { headers: chance.often(0.05) ? [...headers, repeatable(chance)] : headers, value };
}

/** A call with nothing odd but, in a quarter of all, its arguments. */
export function plainCall(chance: Chance, { tools, ids }: Facts): Message {
  const tool = chance.pick(tools);
  const given = chance.often(0.75) ? allowedArguments : oddArguments;
  const params = { name: tool.name, arguments: given(chance, tool, ids) };
  return wholeRequest(chance, { method: "tools/call", params });
}

/** A well-formed request of either generation for any method, with valid or odd parameters. */
export function methodCall(chance: Chance, facts: Facts): Message {
  const { method, params } = anyCall(chance, facts);
  const some = chance.often(0.4) ? disturbed(chance, params) : params;
  const extras = chance.often(0.4) ? oddExtras(chance, facts) : {};
  return wholeRequest(chance, { method, params: { ...some, ...extras } });
}

/** A malformed message, or a batch. */
export function oddMessage(chance: Chance, facts: Facts): Message {
  if (chance.often(0.05)) return { headers: [], value: oddValue(chance, 4) };
  const one = () => (chance.often(0.3) ? toolCall : methodCall)(chance, facts);
  if (chance.often(0.3)) return batchOf(chance, one);
  const { headers, value } = one();
  return { headers, value: disturbed(chance, value) };
}

/** Calls that must succeed; each needs a unique name. */
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
  // A unique id, so that no other request's notification cancels it.
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

/** Encodes a value in base64 when it does not fit into a header (transports, Value Encoding). */
function inHeader(text: string): string {
  const fits = /^[!-~]([ -~]*[!-~])?$/.test(text) && !text.startsWith("=?");
  const value = fits ? text : `=?base64?${Buffer.from(text).toString("base64")}?=`;
  // Node closes the connection when the headers exceed 16 KB.
  return value.slice(0, 8000);
}

const ACCEPTED = { confirm: { action: "accept", content: { confirm: true } } };
const DECLINED = { confirm: { action: "decline" } };

/** Repeats a request that got a question, with an answer. */
function answerTo(chance: Chance, { method, params }: Call): Message {
  const inputResponses = chance.pick([ACCEPTED, ACCEPTED, DECLINED, {}, oddValue(chance)]);
  return wholeRequest(chance, { method, params: { ...params, inputResponses } });
}

/** Extra parameters; some have no meaning for the method. */
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

/** Idempotency key that other calls may reuse. */
function repeatable(chance: Chance): readonly [name: string, value: string] {
  return ["Idempotency-Key", chance.pick(["once", "again", headerText(oddText(chance))])];
}

/** Batches of all shapes, including empty, too long and nested ones. */
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

/** A copy of an object with members removed, changed or added. */
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
