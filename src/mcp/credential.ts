import { equalSecrets } from "../core/secrets.ts";
import type { ReadHeader } from "../http/exchange.ts";

export type Presented = { readonly secret: string } | { readonly invalid: string };

/** Never reads the query string: addresses end up in logs. */
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
