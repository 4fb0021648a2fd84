import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { z } from "zod";
import { answerParent } from "../child.ts";
import { type BareTool, bareTools } from "./bare-tools.ts";
import { keyIn } from "./caller.ts";
import { listening } from "./listening.ts";

/**
 * Floor of the comparison: `node:http` and the driver alone read the same requests, run the same
 * statements and write the same answers, without credentials, limits, checks or libraries.
 */
const Start = z.object({
  url: z.string(),
  keys: z.array(z.string()).readonly(),
  lists: z.object({ legacy: z.string(), modern: z.string() }),
});

answerParent(Start, async ({ url, keys, lists }) => {
  const tools = await bareTools(url, keys);
  const [legacyList, modernList] = [Buffer.from(lists.legacy), Buffer.from(lists.modern)];
  return listening(
    createServer((incoming, outgoing) => {
      readCall(incoming, ({ method, params, id }) => {
        if (method === "tools/list") write(outgoing, "_meta" in params ? modernList : legacyList);
        else
          void callTool(tools, params, keyIn(incoming.headers.authorization)).then((result) =>
            write(outgoing, `{"jsonrpc":"2.0","id":${id},"result":${result}}`),
          );
      });
    }),
  );
});

type Params = { name: string; arguments: Record<string, unknown> };
type Call = { id: number; method: string; params: Params };

function readCall(incoming: IncomingMessage, answer: (call: Call) => void): void {
  const pieces: Buffer[] = [];
  incoming.on("data", (piece: Buffer) => pieces.push(piece));
  incoming.on("end", () => {
    // oxlint-disable-next-line typescript/no-unsafe-argument -- the load generator sends nothing else
    answer(JSON.parse(Buffer.concat(pieces).toString()));
  });
}

async function callTool(
  tools: ReadonlyMap<string, BareTool>,
  { name, arguments: args }: Params,
  key: string,
): Promise<string> {
  const tool = tools.get(name);
  if (tool === undefined) throw new Error(`there is no tool ${name}`);
  const json = JSON.stringify(await tool(args, key));
  const content = `[{"type":"text","text":${JSON.stringify(json)}}]`;
  return `{"content":${content},"structuredContent":${json}}`;
}

function write(outgoing: ServerResponse, body: string | Buffer): void {
  outgoing.writeHead(200, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
  });
  outgoing.end(body);
}
