import { hash } from "node:crypto";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { installRemote } from "./mcp-remote.ts";

/** Published clients that get nothing but the address and discover the rest. */

/** Takes a person to the authorization page, and answers the redirect. */
export type SendPerson = (authorization: URL) => Promise<URL>;

export type Connected = {
  readonly callTool: (call: { name: string; arguments: Record<string, unknown> }) => Promise<any>;
  readonly close: () => Promise<void>;
};

/** A client and its storage, which survives restarts. */
export type Installed = {
  readonly start: (url: URL, send: SendPerson) => Promise<Connected>;
  readonly remove: () => Promise<void>;
};

export type OAuthClient = {
  readonly name: string;
  readonly install: () => Promise<Installed>;
  /** True if it requests more scopes when a tool needs them, though it has a refresh token. */
  readonly stepsUp: boolean;
};

type Mode = "legacy" | "auto" | { readonly pin: string };

export const OAUTH_CLIENTS: readonly OAuthClient[] = [
  // It refreshes instead, which cannot add scopes, and then gives up.
  { name: "@modelcontextprotocol/sdk 1.32", install: installV1, stepsUp: false },
  {
    name: "@modelcontextprotocol/client 2.4 in legacy mode",
    install: () => installV2("legacy"),
    stepsUp: true,
  },
  {
    name: "@modelcontextprotocol/client 2.4 that negotiates",
    install: () => installV2("auto"),
    stepsUp: true,
  },
  {
    name: "@modelcontextprotocol/client 2.4 pinned to 2026-07-28",
    install: () => installV2({ pin: "2026-07-28" }),
    stepsUp: true,
  },
  { name: "mcp-remote 0.15", install: () => installRemote("legacy"), stepsUp: true },
  {
    name: "mcp-remote 0.15 that negotiates",
    install: () => installRemote("auto"),
    stepsUp: true,
  },
];

const INFO = { name: "journey", version: "1.0.0" };
const REDIRECT = "http://127.0.0.1:4711/callback";

async function installV1(): Promise<Installed> {
  const memory = new Memory();
  return {
    start: async (url, send) => {
      let transport = new TransportV1(url, { authProvider: memory });
      const client = new ClientV1(INFO);
      const finish = (back: URL) => transport.finishAuth(codeOf(memory, back));
      await withPerson(memory, send, finish, async () => {
        transport = new TransportV1(url, { authProvider: memory });
        await client.connect(transport);
      });
      return {
        callTool: (call) => withPerson(memory, send, finish, () => client.callTool(call)),
        close: () => client.close(),
      };
    },
    remove: async () => {},
  };
}

async function installV2(mode: Mode): Promise<Installed> {
  const memory = new Memory();
  return {
    start: async (url, send) => {
      let transport = new StreamableHTTPClientTransport(url, { authProvider: memory });
      const client = new Client(INFO, { versionNegotiation: { mode } });
      const finish = async (back: URL) => {
        codeOf(memory, back);
        await transport.finishAuth(back.searchParams);
      };
      await withPerson(memory, send, finish, async () => {
        transport = new StreamableHTTPClientTransport(url, { authProvider: memory });
        await client.connect(transport);
      });
      return {
        callTool: (call) => withPerson(memory, send, finish, () => client.callTool(call)),
        close: () => client.close(),
      };
    },
    remove: async () => {},
  };
}

/** Repeats `work` after consent if the client asked for it. */
async function withPerson<T>(
  memory: Memory,
  send: SendPerson,
  finish: (back: URL) => Promise<void>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || error.constructor.name !== "UnauthorizedError") throw error;
    await finish(await send(memory.leaving()));
    return work();
  }
}

function codeOf(memory: Memory, { searchParams }: URL): string {
  if (searchParams.get("state") !== memory.state()) throw new Error("the state is another one");
  return searchParams.get("code") ?? "";
}

/** Storage of an app, in the interface of both official clients. */
class Memory {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = { client_name: "Journey", redirect_uris: [REDIRECT] };
  #client: any;
  #tokens: any;
  readonly #verifiers: string[] = [];
  #discovery: any;
  #leaving: URL | null = null;

  state(): string {
    return "a-state/with=odd+characters";
  }

  clientInformation(): any {
    return this.#client;
  }

  saveClientInformation(client: any): void {
    this.#client = client;
  }

  tokens(): any {
    return this.#tokens;
  }

  saveTokens(tokens: any): void {
    this.#tokens = tokens;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifiers.push(verifier);
  }

  /**
   * Verifier of the request that the person was sent with: a call and the stream beside it may
   * begin two.
   */
  codeVerifier(): string {
    const challenge = this.leaving().searchParams.get("code_challenge");
    const isOfRequest = (verifier: string) => hash("sha256", verifier, "base64url") === challenge;
    return this.#verifiers.find(isOfRequest) ?? "";
  }

  discoveryState(): any {
    return this.#discovery;
  }

  saveDiscoveryState(state: any): void {
    this.#discovery = state;
  }

  invalidateCredentials(scope: string): void {
    if (scope === "all" || scope === "client") this.#client = undefined;
    if (scope === "all" || scope === "tokens") this.#tokens = undefined;
  }

  redirectToAuthorization(authorization: URL): void {
    this.#leaving = authorization;
  }

  /** Authorization page to visit. */
  leaving(): URL {
    if (this.#leaving === null) throw new Error("the person is sent nowhere");
    return this.#leaving;
  }
}
