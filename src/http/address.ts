import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [network: Address, bits: number];

/**
 * Reads the caller's address, in its shortest form, from `X-Forwarded-For`: from the right, up to
 * the first untrusted address. Entries further left may be forged.
 * @param list validated addresses and CIDR ranges
 */
export function trustedProxies(
  list: readonly string[],
): (peer: string | undefined, forwardedFor: string | undefined) => string {
  const ranges = list.map(rangeOf);
  const isTrusted = (address: Address) => ranges.some((range) => isWithin(address, range));
  return (peer = "", forwardedFor = "") => {
    const first = readAddress(peer);
    if (first === null) return UNKNOWN;
    let caller: Address = first;
    for (const hop of forwardedFor.split(",").toReversed()) {
      const next = isTrusted(caller) ? readAddress(hop.trim()) : null;
      if (next === null) break;
      caller = next;
    }
    return textOf(caller);
  };
}

const UNKNOWN = "unknown";

/** Rate limit key: an IPv4 address, or the IPv6 /64 that providers assign to one connection. */
export function rateLimitKey(address: string): string {
  const read = readAddress(address);
  if (read === null || read instanceof ipaddr.IPv4) return address;
  return `${textOf(new ipaddr.IPv6([...read.parts.slice(0, 4), 0, 0, 0, 0]))}/64`;
}

function rangeOf(text: string): Range {
  const [address = "", bits] = text.split("/");
  const network = readAddress(address);
  if (network === null) throw new Error(`${text} is neither an IP address nor a CIDR range`);
  const [width, written] =
    network.kind() === "ipv4" ? [32, isIP(address) === 6 ? 96 : 0] : [128, 0];
  return [network, bits === undefined ? width : Math.max(0, Number(bits) - written)];
}

function isWithin(address: Address, [network, bits]: Range): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

function readAddress(text: string): Address | null {
  // Matching takes time that grows with the square of the length, and a header may have 16 KB.
  if (text.length > LONGEST) return null;
  const [, bracketed, plain] = WITH_PORT.exec(text) ?? [];
  const address = bracketed ?? plain ?? text;
  // Node's own check first: the library also reads `127.1` and `010.0.0.1`.
  return isIP(address) === 0 ? null : ipaddr.process(address.replace(/%.*$/, ""));
}

/** An IPv6 address has at most 45 characters, brackets and a port 8, and a zone some more. */
const LONGEST = 100;
const WITH_PORT = /^(?:\[(.*:.*)\]|([\d.]+))(?::\d{1,5})?$/;

function textOf(address: Address): string {
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
}
