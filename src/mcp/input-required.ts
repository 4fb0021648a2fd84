import { z } from "zod";
import type { Call, Method } from "./call.ts";
import type { RequestStates } from "./request-state.ts";
import { inputRequiredResult } from "./results.ts";
import type { Params } from "./rpc.ts";

/** Questions to whoever sits at the client, by keys under which the answers come back. */
export type InputRequests = Readonly<
  Record<string, { readonly method: string; readonly params: object }>
>;

/** A request that can be answered only when the client has answered something first. */
export class InputRequired extends Error {
  readonly requests: InputRequests;
  readonly state: unknown;

  /** @param state handed back as `exchange.state` when the request comes again with the answers */
  constructor(requests: InputRequests, state: unknown) {
    super("the client has to answer something first");
    this.name = "InputRequired";
    this.requests = requests;
    this.state = state;
  }
}

const InputResponses = z.record(z.string(), z.unknown()).catch({});

/**
 * A method that may ask before it answers (MCP 2026-07-28, basic/patterns/mrtr). Nothing is kept here
 * meanwhile: the request comes again, with the answers and the state that went out with the questions.
 */
export function askable(name: string, method: Method, states: RequestStates): Method {
  return async (call) => {
    if (call.caller.era === "legacy") return method(call);
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
