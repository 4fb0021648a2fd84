import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { rateLimitKey, trustedProxies } from "./address.ts";

const PROXIES = ["10.0.0.0/8", "127.0.0.1", "fd00::/8"];

describe("the caller is", () => {
  for (const [rule, peer, forwardedFor, expected] of [
    ["unknown without a connection", undefined, "203.0.113.9", "unknown"],
    ["unknown when the connection has no address", "", "203.0.113.9", "unknown"],
    ["the peer", "203.0.113.9", undefined, "203.0.113.9"],
    [
      "the peer, whatever one that is not trusted forwards",
      "203.0.113.9",
      "1.1.1.1",
      "203.0.113.9",
    ],
    ["a trusted proxy that forwards nothing", "10.1.2.3", undefined, "10.1.2.3"],
    ["a trusted proxy that forwards an empty list", "10.1.2.3", "", "10.1.2.3"],
    ["whom a trusted proxy names", "10.1.2.3", "203.0.113.9", "203.0.113.9"],
    ["the last that no trusted proxy is", "10.1.2.3", "1.1.1.1, 203.0.113.9", "203.0.113.9"],
    ["found through trusted proxies", "127.0.0.1", "1.1.1.1,203.0.113.9 , 10.0.0.7", "203.0.113.9"],
    ["the first of none but trusted proxies", "127.0.0.1", "10.0.0.8, 10.0.0.7", "10.0.0.8"],
    [
      "the last good one before a malformed one",
      "10.1.2.3",
      "1.1.1.1, nonsense, 10.9.9.9",
      "10.9.9.9",
    ],
    ["the peer before a malformed one", "10.1.2.3", "1.1.1.1, unknown", "10.1.2.3"],
    ["the last good one before an empty one", "10.1.2.3", "1.1.1.1,, 10.9.9.9", "10.9.9.9"],
    ["no short form of an address", "10.1.2.3", "127.1", "10.1.2.3"],
    ["no octal form of an address", "10.1.2.3", "0312.0.0.1", "10.1.2.3"],
    ["no IPv4 address with a zone", "10.1.2.3", "1.1.1.1%eth0", "10.1.2.3"],
    ["no IPv4 address in brackets", "10.1.2.3", "[1.1.1.1]", "10.1.2.3"],
    ["no address with a name for a port", "10.1.2.3", "1.1.1.1:http", "10.1.2.3"],
    ["without its port", "10.1.2.3", "203.0.113.9:5678", "203.0.113.9"],
    ["without brackets and port", "10.1.2.3", "[2001:db8::1]:80", "2001:db8::1"],
    ["without brackets", "10.1.2.3", "[2001:db8::1]", "2001:db8::1"],
    ["in its shortest form", "10.1.2.3", "2001:0DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
    ["an IPv4 address that came over IPv6", "::ffff:203.0.113.9", undefined, "203.0.113.9"],
    ["behind an IPv4 proxy that came over IPv6", "::ffff:10.1.2.3", "203.0.113.9", "203.0.113.9"],
    ["behind an IPv6 proxy", "fd12::1", "203.0.113.9", "203.0.113.9"],
    ["without its zone", "fe80::1%eth0", undefined, "fe80::1"],
    ["behind no proxy next to the range", "11.0.0.1", "203.0.113.9", "11.0.0.1"],
    ["behind no proxy next to the address", "127.0.0.2", "203.0.113.9", "127.0.0.2"],
  ] as const) {
    test(rule, () => assert.equal(trustedProxies(PROXIES)(peer, forwardedFor), expected));
  }
});

test("nobody is believed when no proxy is trusted", () => {
  const callerOf = trustedProxies([]);
  for (const peer of ["127.0.0.1", "10.0.0.1", "::1"]) {
    assert.equal(callerOf(peer, "203.0.113.9"), peer);
  }
});

test("a proxy may be listed in IPv6's form of IPv4", () => {
  for (const [listed, inside, outside] of [
    ["::ffff:192.0.2.1", "192.0.2.1", "192.0.2.2"],
    ["::ffff:10.0.0.0/104", "10.255.0.1", "11.0.0.1"],
    ["::1", "::1", "::2"],
    ["2001:db8::/32", "2001:db8:ffff::1", "2001:db9::1"],
  ] as const) {
    const callerOf = trustedProxies([listed]);
    assert.equal(callerOf(inside, "203.0.113.9"), "203.0.113.9", listed);
    assert.equal(callerOf(outside, "203.0.113.9"), outside, listed);
  }
});

test("a hop longer than any address is none, however it begins", () => {
  const callerOf = trustedProxies(["10.0.0.0/8"]);
  for (const hop of [`fe80::1%${"x".repeat(200)}`, `[${":".repeat(16_000)}`])
    assert.equal(callerOf("10.0.0.1", hop), "10.0.0.1");
});

test("what is no address cannot be trusted", () => {
  assert.throws(() => trustedProxies(["proxy.example"]), {
    message: "proxy.example is neither an IP address nor a CIDR range",
  });
});

test("nothing that a caller forges left of what trusted proxies wrote changes who it is", () => {
  const proxies = fc.array(fc.constantFrom("10.0.0.1", "127.0.0.1", "fd00::7", "[fd00::8]:443"));
  fc.assert(
    fc.property(fc.string(), proxies, (forged, hops) => {
      const forwardedFor = [forged, "203.0.113.9", ...hops].join(", ");
      assert.equal(trustedProxies(PROXIES)("10.1.2.3", forwardedFor), "203.0.113.9");
    }),
  );
});

test("calls are counted by IPv4 address, and by the /64 of IPv6", () => {
  for (const [address, key] of [
    ["203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::", "2001:db8:1:2::/64"],
    ["2001:db8:1:3::", "2001:db8:1:3::/64"],
    ["::1", "::/64"],
    ["unknown", "unknown"],
  ] as const) {
    assert.equal(rateLimitKey(address), key);
  }
});

test("whoever has a /64 has one budget, however the address is chosen", () => {
  const half = fc.array(fc.nat({ max: 0xffff }), { minLength: 4, maxLength: 4 });
  const textOf = (parts: readonly number[]) => parts.map((part) => part.toString(16)).join(":");
  const callerOf = trustedProxies([]);
  fc.assert(
    fc.property(half, half, half, (network, one, other) => {
      fc.pre(network.some((part) => part !== 0));
      const [a, b] = [one, other].map((host) => callerOf(textOf([...network, ...host]), undefined));
      assert.equal(rateLimitKey(a ?? ""), rateLimitKey(b ?? ""));
    }),
  );
});
