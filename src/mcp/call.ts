import type { Access } from "../accounts/scopes.ts";
import type { Client, Context } from "../db/context.ts";
import type { Caller, ReadHeader } from "./eras.ts";
import type { Id, Params } from "./rpc.ts";

/** One request, and all that is known about who sent it. */
export type Call = {
  readonly id: Id;
  readonly params: Params;
  readonly header: ReadHeader;
  readonly caller: Caller;
  readonly access: Access;
  /** What a tool, a prompt or a resource gets, but for the name it goes by. */
  readonly context: Omit<Context, "tool">;
  readonly exchange: Exchange;
  /** Looks again at how far the credential reaches; null when it is no longer valid. */
  readonly look: () => Promise<Access | null>;
  /** Whether the process is about to stop: what waits for something should end. */
  readonly isStopping: () => boolean;
  /** Remembers the name under which a client introduces itself. */
  readonly introduce: (client: Client) => Promise<void>;
  /** Logs a bug, and answers the reference under which it is found in the log. */
  readonly report: (error: unknown) => string;
};

/** What a request holds beside its arguments, and what can be said before its answer. */
type Exchange = {
  /** What the client can be asked for, by capability. Older clients say it only once: nothing here. */
  readonly capabilities: Params;
  /** The client's answers to what it was asked, by the keys of the questions. */
  readonly inputResponses: Params;
  /** What was kept with the question, verified; null for a request that answers none. */
  readonly state: RequestState | null;
  /** Sends a message before the answer; null when the client reads no event stream. */
  readonly send: Send | null;
};

export type Send = (message: object) => void;

/** What travels through the client between a question and its answer. */
export type RequestState = {
  readonly value: unknown;
  /** Names this state, so that it can be spent. */
  readonly nonce: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
};

/** What the things of the catalogue are called with: a verb sees only the `Context` in it. */
export type CallContext = Context & { readonly access: Access; readonly exchange: Exchange };

/** @param tool the name of the door that is used */
export function contextOf({ context, access, exchange }: Call, tool: string): CallContext {
  return { ...context, tool, access, exchange };
}

/** @returns the result as JSON text; @throws RpcError when there is none */
export type Method = (call: Call) => string | Promise<string>;
