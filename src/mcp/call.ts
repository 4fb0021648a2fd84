import type { Access } from "../accounts/scopes.ts";
import type { Client, Context } from "../db/context.ts";
import type { Caller } from "./eras.ts";
import type { Params } from "./rpc.ts";

/** One request, and all that is known about who sent it. */
export type Call = {
  /** What a tool gets, but for the tool's name. */
  readonly context: Omit<Context, "tool">;
  readonly access: Access;
  readonly caller: Caller;
  readonly params: Params;
  /** Remembers the name under which a client introduces itself. */
  readonly introduce: (client: Client) => Promise<void>;
  /** Logs a bug, and answers the reference under which it is found in the log. */
  readonly report: (error: unknown) => string;
};
