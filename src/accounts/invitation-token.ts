import { createHmac } from "node:crypto";
import { bitsOfSecret, newSecret } from "../core/secrets.ts";
import type { Instant } from "../shared/time.ts";
import { INVITATION_PREFIX } from "./prefixes.ts";

type Lasting = { readonly id: string; readonly expires_at: Instant };

const ID_BYTES = 16;

/**
 * A link that is shown to be copied, or one that only a mail to the invited address has: that one
 * proves that its holder reads the mail of the address.
 */
export type LinkWay = "copied" | "mailed";

const SEALED: Readonly<Record<LinkWay, string>> = {
  copied: "invitation",
  mailed: "mailed invitation",
};

/**
 * Secret of an invitation's link: its id, and 128 bits of an HMAC under the server secret (RFC 2104
 * §5). It is derived instead of stored, so the link can be shown again. A new expiry gives a new
 * link and invalidates the old one.
 */
export function invitationToken(
  { id, expires_at }: Lasting,
  serverSecret: string,
  way: LinkWay = "copied",
): string {
  const proof = createHmac("sha256", serverSecret)
    .update(`${SEALED[way]} ${id} until ${expires_at}`)
    .digest()
    .subarray(0, ID_BYTES);
  const bits = Buffer.concat([Buffer.from(id.replaceAll("-", ""), "hex"), proof]);
  return newSecret(INVITATION_PREFIX, () => bits);
}

export type LinkParts = { readonly baseUrl: string; readonly secret: string };

/** Address of the page on which a person accepts the invitation. */
export function invitationLink(
  invitation: Lasting,
  { baseUrl, secret }: LinkParts,
  way: LinkWay = "copied",
): string {
  return `${baseUrl}/join?token=${invitationToken(invitation, secret, way)}`;
}

export function idInToken(token: string): string | null {
  const bits = bitsOfSecret(INVITATION_PREFIX, token);
  if (bits === null) return null;
  const hex = bits.toString("hex", 0, ID_BYTES);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
