import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Whether an address is somebody's on the public internet: not of this machine or its networks, none
 * of the special-purpose ones (RFC 6890), and none of IPv6 that carries one of IPv4 to a gateway.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes("%")) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  if (address instanceof ipaddr.IPv4) return !CLOUD_SERVICES.has(address.toString());
  return address.match(GLOBAL_UNICAST);
}

/** Public by its number, and yet the host of a virtual machine: Azure's agent and DNS. */
const CLOUD_SERVICES = new Set(["168.63.129.16"]);

/** All of IPv6 that has been given out (RFC 4291 §2.4); the rest counts as unicast for the library. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
