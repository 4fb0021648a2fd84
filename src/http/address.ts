import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [network: Address, bits: number];

/**
 * Tells the address of a caller, in its shortest form. `X-Forwarded-For` is believed as far as trusted
 * proxies wrote it, from the right: what stands left of the first other address may be forged.
 * @param list addresses and CIDR ranges, already checked
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

/** A connection without an address, such as a call inside the process. */
const UNKNOWN = "unknown";

/** What is counted together: an IPv4 address, or the /64 of IPv6 that one connection is given. */
export function rateLimitKey(address: string): string {
  const read = readAddress(address);
  if (read === null || read instanceof ipaddr.IPv4) return address;
  return `${textOf(new ipaddr.IPv6([...read.parts.slice(0, 4), 0, 0, 0, 0]))}/64`;
}

/** Of one in IPv6's form of IPv4 (`::ffff:10.0.0.0/104`), that of IPv4. */
function rangeOf(text: string): Range {
  const [address = "", bits] = text.split("/");
  const network = readAddress(address);
  if (network === null) throw new Error(`${text} is no address and no range`);
  const [width, written] =
    network.kind() === "ipv4" ? [32, isIP(address) === 6 ? 96 : 0] : [128, 0];
  return [network, bits === undefined ? width : Math.max(0, Number(bits) - written)];
}

function isWithin(address: Address, [network, bits]: Range): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

/** With or without a port or a zone; IPv4 in the form of IPv6 becomes IPv4. Null when it is no address. */
function readAddress(text: string): Address | null {
  const [, bracketed, plain] = WITH_PORT.exec(text) ?? [];
  const address = bracketed ?? plain ?? text;
  // Node's own check first: the library also reads `127.1` and `010.0.0.1`.
  return isIP(address) === 0 ? null : ipaddr.process(address.replace(/%.*$/, ""));
}

const WITH_PORT = /^(?:\[(.*:.*)\]|([\d.]+))(?::\d{1,5})?$/;

function textOf(address: Address): string {
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
}
