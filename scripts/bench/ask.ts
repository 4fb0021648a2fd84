import { z } from "zod";
import { Connection } from "./connection.ts";
import { type Call, type Client, requestOf, requireResult } from "./requests.ts";

/** The body of one answer, over a connection of its own. */
export async function ask(port: number, client: Client, call: Call): Promise<string> {
  const connection = await Connection.open(port);
  try {
    const request = requestOf(client, call);
    const answer = await connection.exchange(request);
    requireResult(answer, request);
    const text = answer.toString();
    // What frames the JSON, chunks and the fields of an event, has no braces.
    return text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  } finally {
    connection.close();
  }
}

const Answer = z.object({
  result: z.object({
    tools: z.array(z.object({ name: z.string() })).optional(),
    content: z.array(z.object({ text: z.string() })).optional(),
  }),
});

/** What an answer tells: the names of the tools, or the data of a tool. */
export function contentOf(body: string): unknown {
  const { tools = [], content = [] } = Answer.parse(parse(body)).result;
  return [...tools.map(({ name }) => name), ...content.map(({ text }) => parse(text))];
}

function parse(text: string): unknown {
  return JSON.parse(text);
}
