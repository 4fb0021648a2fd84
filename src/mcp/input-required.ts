import { createHmac, hash } from "node:crypto";
import { z } from "zod";
import { canonicalJson } from "../core/canonical-json.ts";
import { equalSecrets } from "../core/secrets.ts";
import { millisecondsOf } from "../shared/time.ts";
import { type Call, type Method, inputRequiredResult, type RequestState } from "./call.ts";
import { InputRequired, type Params, INVALID_PARAMS, RpcError } from "./rpc.ts";

const InputResponses = z.record(z.string(), z.unknown()).catch({});

/**
 * Lets a method ask the client first (MCP 2026-07-28, basic/patterns/mrtr). The server stores nothing
 * meanwhile: the client repeats the request with its answers and the state.
 */
export function askable(name: string, method: Method, states: RequestStates): Method {
  return async (call) => {
    if (call.caller.generation === "legacy") return method(call);
    try {
      return await method(withAnswers(name, call, states));
    } catch (error) {
      if (!(error instanceof InputRequired)) throw error;
      return inputRequiredResult(error.requests, states.seal(name, call, error.state));
    }
  };
}

function withAnswers(name: string, call: Call, states: RequestStates): Call {
  const { inputResponses, requestState }: Params = call.params;
  if (inputResponses === undefined && requestState === undefined) return call;
  const exchange = {
    ...call.exchange,
    inputResponses: InputResponses.parse(inputResponses),
    state: requestState === undefined ? null : states.open(name, call, requestState),
  };
  return { ...call, exchange };
}

const LIFETIME_MS = 10 * 60_000;

const Sealed = z.tuple([z.string(), z.string(), z.number(), z.unknown()]);

/**
 * Signs the state that the client holds between a question and its answer. The HMAC binds it to the
 * credential, the request with its arguments, and an expiry time (MCP 2026-07-28, basic/patterns/mrtr).
 */
export class RequestStates {
  readonly #key: Buffer;

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
