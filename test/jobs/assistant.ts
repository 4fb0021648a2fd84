import type { Team } from "../app.ts";
import { META, modern, read } from "../mcp.ts";

/** Bytes: a model writes the names and arguments of calls, and reads the texts of answers. */
export type Cost = { calls: number; written: number; read: number };

/** Answers a question before a deletion. */
export type Person = "yes" | "no";

const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

/** A client of 2026-07-28 whose assistant follows a script, with a person beside it where there is one. */
export class ScriptedAssistant {
  readonly #team: Team;
  readonly #person: Person | null;
  readonly cost: Cost = { calls: 0, written: 0, read: 0 };
  /** Answers that the model has read, the newest last. */
  readonly texts: string[] = [];

  constructor(team: Team, person: Person | null) {
    this.#team = team;
    this.#person = person;
  }

  /** Calls a tool that must succeed. */
  async call(tool: string, args: object = {}): Promise<any> {
    const { answer, problem } = await this.attempt(tool, args);
    if (problem !== null) throw new Error(`${tool} ${JSON.stringify(args)}: ${problem}`);
    return answer;
  }

  /** Calls a tool that may be refused. */
  async attempt(
    tool: string,
    args: object,
  ): Promise<{ readonly answer: any; readonly problem: string | null }> {
    const result = await this.#confirmed(tool, args);
    const texts: string[] = (result.content ?? []).map(({ text }: { text: string }) => text);
    this.#count(tool, args, texts);
    const [first = ""] = texts;
    return result.isError === true
      ? { answer: null, problem: first }
      : { answer: JSON.parse(first), problem: null };
  }

  /** Reads a resource, which counts as a call. */
  async read(uri: string): Promise<any> {
    const { result, error } = await read(modern(this.#team, "resources/read", { uri }));
    if (result === undefined) throw new Error(`${uri}: ${error?.message}`);
    const texts: string[] = result.contents.map(({ text }: { text: string }) => text);
    this.#count(uri, {}, texts);
    return JSON.parse(texts[0] ?? "");
  }

  /** The client puts the question to the person by itself: its model sees one call. */
  async #confirmed(name: string, args: object): Promise<any> {
    const asks = this.#person === null ? {} : { elicitation: {} };
    const params = { name, arguments: args, _meta: { ...META, [CAPABILITIES]: asks } };
    const send = async (more: object) => {
      const { result, error } = await read(
        modern(this.#team, "tools/call", { ...params, ...more }),
      );
      return result ?? { isError: true, content: [{ text: error.message }] };
    };
    const first = await send({});
    if (first.resultType !== "input_required") return first;
    const confirm =
      this.#person === "yes"
        ? { action: "accept", content: { confirm: true } }
        : { action: "decline" };
    return send({ inputResponses: { confirm }, requestState: first.requestState });
  }

  #count(name: string, args: object, texts: readonly string[]): void {
    this.texts.push(...texts);
    const bytes = (text: string) => Buffer.byteLength(text);
    this.cost.calls += 1;
    this.cost.written += bytes(name) + bytes(JSON.stringify(args));
    this.cost.read += texts.reduce((sum, text) => sum + bytes(text), 0);
  }
}
