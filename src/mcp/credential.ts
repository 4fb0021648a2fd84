import { equalSecrets } from "../core/secrets.ts";
import type { ReadHeader } from "./eras.ts";

/** A secret that was presented, or why none can be taken from the request. */
export type Presented = { readonly secret: string } | { readonly invalid: string };

/** The credential of a request: `Authorization: Bearer`, or its alias `x-api-key`. Never the query string. */
export function presentedCredential(header: ReadHeader): Presented {
  const authorization = header("authorization");
  const alias = header("x-api-key")?.trim() ?? "";
  if (authorization === undefined) {
    return alias === "" ? { invalid: "No credential was sent." } : { secret: alias };
  }
  const bearer = authorization.match(/^Bearer +(\S+)$/i)?.[1];
  if (bearer === undefined)
    return { invalid: "The Authorization header does not have the form: Bearer <credential>." };
  if (alias !== "" && !equalSecrets(alias, bearer)) {
    return { invalid: "Authorization and x-api-key carry different credentials." };
  }
  return { secret: bearer };
}
