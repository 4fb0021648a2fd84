import { z } from "zod";
import { Connection } from "./connection.ts";
import { type Call, type Client, requestOf, requireResult } from "./requests.ts";

/** Sends a call over a new connection and answers the body. */
export async function ask(port: number, client: Client, call: Call): Promise<string> {
  const connection = await Connection.open(port);
  try {
    const request = requestOf(client, call);
    const answer = await connection.exchange(request);
    requireResult(answer, request);
    const text = answer.toString();
    // The framing of the JSON, chunk sizes and event fields, has no braces.
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

/** Content of an answer: the tools' names, or a tool's data. */
export function contentOf(body: string): unknown {
  const { tools = [], content = [] } = Answer.parse(parse(body)).result;
  return [...tools.map(({ name }) => name), ...content.map(({ text }) => parse(text))];
}

function parse(text: string): unknown {
  return JSON.parse(text);
}
