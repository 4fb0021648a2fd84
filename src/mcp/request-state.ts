import { createHmac, hash } from "node:crypto";
import { z } from "zod";
import { canonicalJson } from "../core/canonical-json.ts";
import { equalSecrets } from "../core/secrets.ts";
import { millisecondsOf } from "../core/time.ts";
import type { Call, RequestState } from "./call.ts";
import { INVALID_PARAMS, type Params, RpcError } from "./rpc.ts";

/** How long a person may take to answer. */
const LIFETIME_MS = 10 * 60_000;

const Sealed = z.tuple([z.string(), z.string(), z.number(), z.unknown()]);

/**
 * What travels through the client between a question and its answer, sealed with an HMAC and bound to
 * the credential, to the request with its arguments, and to a time (MCP 2026-07-28, basic/patterns/mrtr).
 */
export class RequestStates {
  readonly #key: Buffer;

  /** @param secret the server's; what is sealed with another one is refused */
  constructor(secret: string) {
    this.#key = createHmac("sha256", secret).update("MCP requestState").digest();
  }

  seal(method: string, call: Call, value: unknown): string {
    const { newId, now } = call.context;
    const expiresAt = millisecondsOf(now) + LIFETIME_MS;
    const sealed = [bindingOf(method, call), newId(), expiresAt, value];
    const payload = Buffer.from(JSON.stringify(sealed)).toString("base64url");
    return `${payload}.${this.#mac(payload)}`;
  }

  /** @throws RpcError when it was not sealed here, for this request, a short while ago. */
  open(method: string, call: Call, given: unknown): RequestState {
    const [payload = "", mac = "", ...more] = typeof given === "string" ? given.split(".") : [];
    if (!equalSecrets(mac, this.#mac(payload)) || more.length > 0) throw notOfThisRequest();
    const [binding, nonce, expiresAt, value] = Sealed.parse(
      JSON.parse(Buffer.from(payload, "base64url").toString()),
    );
    if (binding !== bindingOf(method, call)) throw notOfThisRequest();
    if (expiresAt <= millisecondsOf(call.context.now)) throw notOfThisRequest();
    return { value, nonce, expiresAt };
  }

  #mac(payload: string): string {
    return createHmac("sha256", this.#key).update(payload).digest("base64url");
  }
}

/** The request as far as it must be the same when it comes again. */
function bindingOf(method: string, { context, params }: Call): string {
  const { name, uri, arguments: args }: Params = params;
  const { team, credential } = context;
  return hash("sha256", canonicalJson([team.id, credential, method, name, uri, args ?? {}]));
}

function notOfThisRequest(): RpcError {
  return new RpcError(
    INVALID_PARAMS,
    "Invalid params: requestState is not one of this request, or has expired; repeat the call without it",
  );
}
