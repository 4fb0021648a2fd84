import { z } from "zod";
import type { Call, Method } from "./call.ts";
import type { RequestStates } from "./request-state.ts";
import { inputRequiredResult } from "./results.ts";
import type { Params } from "./rpc.ts";

export type InputRequests = Readonly<
  Record<string, { readonly method: string; readonly params: object }>
>;

/** Thrown when the client has to answer a question first. */
export class InputRequired extends Error {
  readonly requests: InputRequests;
  readonly state: unknown;

  /** @param state comes back as `exchange.state` with the answers */
  constructor(requests: InputRequests, state: unknown) {
    super("the client has to answer something first");
    this.name = "InputRequired";
    this.requests = requests;
    this.state = state;
  }
}

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
