import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * True for addresses on the public internet: not local, not special-purpose (RFC 6890), and not IPv6
 * with an embedded IPv4 address, which a gateway would forward to.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes("%")) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  if (address instanceof ipaddr.IPv4) return !CLOUD_SERVICES.has(address.toString());
  return address.match(GLOBAL_UNICAST);
}

/** In a public range, but internal to a cloud: Azure's agent and DNS. */
const CLOUD_SERVICES = new Set(["168.63.129.16"]);

/** All assigned IPv6 (RFC 4291 §2.4); the library calls unassigned addresses unicast too. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
