import { createHmac } from "node:crypto";
import { bitsOfSecret, newSecret } from "../core/secrets.ts";
import type { Instant } from "../core/time.ts";
import { INVITATION_PREFIX } from "./prefixes.ts";

type Lasting = { readonly id: string; readonly expires_at: Instant };

const ID_BYTES = 16;

/**
 * The secret of an invitation's link: its id, and 128 bits that only the server's secret gives (RFC
 * 2104 §5). It is the same each time, so that the link can be shown again and is kept nowhere; with
 * another expiry it is another one, and the link from before opens nothing.
 */
export function invitationToken({ id, expires_at }: Lasting, serverSecret: string): string {
  const proof = createHmac("sha256", serverSecret)
    .update(`invitation ${id} until ${expires_at}`)
    .digest()
    .subarray(0, ID_BYTES);
  const bits = Buffer.concat([Buffer.from(id.replaceAll("-", ""), "hex"), proof]);
  return newSecret(INVITATION_PREFIX, () => bits);
}

/** Which invitation a token claims to be of; null when it is no such token. It proves nothing yet. */
export function idInToken(token: string): string | null {
  const bits = bitsOfSecret(INVITATION_PREFIX, token);
  if (bits === null) return null;
  const hex = bits.toString("hex", 0, ID_BYTES);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
