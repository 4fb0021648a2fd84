import type { HttpBindings } from "@hono/node-server";
import type { Context, Handler } from "hono";
import { readText } from "./body.ts";
import { Framed } from "./encoded.ts";
import type { Exchange, HttpAnswer } from "./exchange.ts";

type Env = { Bindings: Partial<HttpBindings> };

/** Serves an exchange with the web's `Request` and `Response`. */
export function webHandler(exchange: Exchange): Handler<Env> {
  return async (http) => {
    const answer = await exchange({
      method: http.req.method,
      header: (name) => http.req.header(name),
      readText: (largest) => readText(http.req.raw, largest),
      isGone: () => isGone(http),
    });
    return responseOf(answer);
  };
}

export function responseOf({ status, headers, body }: HttpAnswer): Response {
  return new Response(body instanceof Framed ? body.text : body, { status, headers });
}

function isGone(http: Context<Env>): boolean {
  const outgoing = http.env?.outgoing;
  return outgoing === undefined ? http.req.raw.signal.aborted : outgoing.destroyed;
}
