import { createHmac, hash } from "node:crypto";
import { z } from "zod";
import { canonicalJson } from "../core/canonical-json.ts";
import { equalSecrets } from "../core/secrets.ts";
import { millisecondsOf } from "../shared/time.ts";
import type { Call, RequestState } from "./call.ts";
import { INVALID_PARAMS, type Params, RpcError } from "./rpc.ts";

const LIFETIME_MS = 10 * 60_000;

const Sealed = z.tuple([z.string(), z.string(), z.number(), z.unknown()]);

/**
 * Signs the state that the client holds between a question and its answer. The HMAC binds it to the
 * credential, the request with its arguments, and an expiry time (MCP 2026-07-28, basic/patterns/mrtr).
 */
export class RequestStates {
  readonly #key: Buffer;

  /** @param secret of the server; states signed with another one are refused */
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

  /** @throws RpcError when the signature is wrong, it belongs to another request, or it has expired */
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

function bindingOf(method: string, { context, params }: Call): string {
  const { name, uri, arguments: args }: Params = params;
  const { team, credential } = context;
  return hash("sha256", canonicalJson([team.id, credential, method, name, uri, args ?? {}]));
}

function notOfThisRequest(): RpcError {
  return new RpcError(
    INVALID_PARAMS,
    "Invalid params: requestState belongs to another request, or has expired; repeat the call without it",
  );
}
