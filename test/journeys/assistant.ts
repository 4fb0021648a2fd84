import assert from "node:assert/strict";
import { CLIENTS } from "../clients.ts";
import type { processes, Server } from "../server.ts";
import { admin, OLGA } from "./set-up.ts";

/** An assistant with a key: it calls through the official client, as `journey`. */
export type Assistant = {
  readonly keyId: string;
  readonly call: (name: string, args: Readonly<Record<string, unknown>>) => Promise<any>;
  readonly refused: (name: string, args: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly close: () => Promise<void>;
};

type Given = {
  readonly run: ReturnType<typeof processes>["run"];
  readonly environment: Readonly<Record<string, string>>;
  readonly server: Server;
};

/** Makes a full-access key for Olga, and connects with it. */
export async function connectAssistant(
  { run, environment, server }: Given,
  keyName: string,
): Promise<Assistant> {
  const words = ["--user", OLGA.email, "--name", keyName, "--preset", "all"];
  const { id, key } = await admin(run, environment, "key:create", ...words);
  const [client] = CLIENTS;
  assert.ok(client !== undefined);
  const url = new URL("/mcp", server.url);
  const session = await client.connect(url, { Authorization: `Bearer ${key}` });
  return {
    keyId: id,
    call: async (name, args) => {
      const answer = await session.callTool({ name, arguments: args });
      assert.ok(answer.isError !== true, answer.content[0]?.text);
      return answer.structuredContent;
    },
    refused: async (name, args) => {
      const answer = await session.callTool({ name, arguments: args });
      assert.equal(answer.isError, true);
    },
    close: () => session.close(),
  };
}
