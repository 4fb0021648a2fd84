import type { EndCall } from "../accounts/call-log.ts";
import type { Access } from "../accounts/scopes.ts";
import type { Follower } from "../activity/journal-watch.ts";
import type { Client, Context } from "../db/context.ts";
import type { ReadHeader } from "../http/exchange.ts";
import type { Caller } from "./generations.ts";
import type { Id, Params, Result } from "./rpc.ts";

export type Call = {
  readonly id: Id;
  readonly params: Params;
  readonly header: ReadHeader;
  readonly caller: Caller;
  readonly access: Access;
  readonly context: Omit<Context, "tool">;
  readonly exchange: Exchange;
  /** Looks the credential's access up again; null when the credential is no longer valid. */
  readonly look: () => Promise<Access | null>;
  /** True once the process is shutting down: long-running calls should end. */
  readonly isStopping: () => boolean;
  readonly followJournal: () => Promise<Follower>;
  readonly introduce: (client: Client) => Promise<void>;
  /** Begins the call's entry in the call log; call `loggedCall` instead. */
  readonly logCall: (client: Client | null, name: string) => EndCall;
  /** Logs a bug, and returns the reference that finds it in the log. */
  readonly report: (error: unknown) => string;
};

type Exchange = {
  /** Client capabilities; empty for legacy clients, which send them only with `initialize`. */
  readonly capabilities: Params;
  readonly inputResponses: Params;
  /** The verified state that was sent with the question; null when the request answers none. */
  readonly state: RequestState | null;
  /** Null when the client reads no event stream. */
  readonly send: Send | null;
};

export type Send = (message: object) => void;

export type RequestState = {
  readonly value: unknown;
  /** Identifies this state, so that it counts only once. */
  readonly nonce: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
};

/** Context of catalogue entries. Domain functions see only the `Context` in it. */
export type CallContext = Context & { readonly access: Access; readonly exchange: Exchange };

/** @param tool name for the journal: of the tool, or of another method such as `prompts/get` */
export function contextOf({ context, access, exchange }: Call, tool: string): CallContext {
  return { ...context, tool, access, exchange };
}

/** @throws RpcError when there is no result */
export type Method = (call: Call) => Result | Promise<Result>;
