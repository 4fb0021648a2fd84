import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { until } from "./mcp.ts";
import type { Connected, Installed, SendPerson } from "./oauth-clients.ts";
import { COMPILE_CACHE, freePort } from "./server.ts";

const PROXY = fileURLToPath(import.meta.resolve("mcp-remote/dist/proxy.js"));
/**
 * Printed page of the last attempt to open a browser; the page of an abandoned attempt may precede
 * it.
 */
const VISIT = /visiting:\n(\S+)\n(?:(?!visiting:)[^])*?(?:Browser opened|Could not open a browser)/;

/** After this message it waits for a person whom it sends nowhere. */
const STUCK = "A sign-in for this server is already under way";

type Remote = Installed & { readonly loseTokens: () => Promise<void> };

/**
 * mcp-remote between a stdio client and the server. It finds no browser, since the PATH is empty
 * and BROWSER does nothing, so it prints the page to visit.
 */
export async function installRemote(protocol: "legacy" | "auto"): Promise<Remote> {
  const folder = await mkdtemp(join(tmpdir(), "ledgerport-mcp-remote-"));
  const port = await freePort();
  const started: (() => Promise<void>)[] = [];
  return {
    start: async (url, send) => {
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [PROXY, url.href, String(port), "--host", "127.0.0.1", "--protocol", protocol],
        env: {
          ...COMPILE_CACHE,
          MCP_REMOTE_CONFIG_DIR: folder,
          HOME: folder,
          PATH: folder,
          BROWSER: "/bin/true",
        },
        stderr: "pipe",
      });
      started.push(() => transport.close());
      return connect(transport, send);
    },
    loseTokens: async () => {
      const names = await readdir(folder, { recursive: true });
      const tokens = names.filter((name) => name.endsWith("tokens.json"));
      if (tokens.length !== 1) throw new Error(`no tokens among ${names.join(", ")}`);
      for (const name of tokens) await rm(join(folder, name));
    },
    remove: async () => {
      for (const stop of started) await stop();
      await rm(folder, { recursive: true });
    },
  };
}

async function connect(transport: StdioClientTransport, send: SendPerson): Promise<Connected> {
  let said = "";
  let read = 0;
  let isConnected = false;
  const visits: Promise<unknown>[] = [];
  transport.stderr?.on("data", (chunk: Buffer) => {
    said += chunk.toString();
    if (!isConnected && said.includes(STUCK)) void transport.close();
    const visit = VISIT.exec(said.slice(read));
    if (visit === null) return;
    read += visit.index + visit[0].length;
    visits.push(send(new URL(visit[1] ?? "")).then(comeBack));
  });
  const client = new Client({ name: "journey", version: "1.0.0" });
  await client.connect(transport).catch((error: unknown) => {
    throw new Error(`mcp-remote did not connect:\n${said}`, { cause: error });
  });
  isConnected = true;
  return {
    callTool: (call) => client.callTool(call),
    close: async () => {
      await Promise.all(visits);
      await client.close();
    },
  };
}

/** Retries: it listens only a moment after printing the page. */
async function comeBack(address: URL): Promise<void> {
  await until(() =>
    fetch(address).then(
      () => true,
      () => false,
    ),
  );
}
