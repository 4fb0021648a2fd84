import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { isPublicAddress } from "./outside.ts";

test("addresses that anybody can reach are public", () => {
  for (const address of [
    "1.1.1.1",
    "8.8.8.8",
    "93.184.216.34",
    "100.63.255.255",
    "100.128.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "168.63.129.15",
    "223.255.255.255",
    "2606:4700:4700::1111",
    "2a00:1450:4001:830::200e",
  ]) {
    assert.equal(isPublicAddress(address), true, address);
  }
});

test("addresses of this machine, its networks, its cloud and gateways are not", () => {
  for (const address of [
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",
    "100.100.100.200",
    "127.0.0.1",
    "127.255.255.255",
    "168.63.129.16",
    "169.254.169.254",
    "169.254.170.2",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.0.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::7f00:1",
    "::5db8:d822",
    "::ffff:127.0.0.1",
    "::ffff:93.184.216.34",
    "::ffff:0:93.184.216.34",
    "64:ff9b::7f00:1",
    "64:ff9b::8.8.8.8",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:db8::1",
    "2002:7f00:1::1",
    "2002:5db8:d822::1",
    "3fff::1",
    "4000::1",
    "5f00::1",
    "e000::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
  ]) {
    assert.equal(isPublicAddress(address), false, address);
  }
});

test("what is not an address as it is usually written is not public", () => {
  for (const text of [
    "",
    "app.example",
    "8.8",
    "8.8.8.08",
    "0x8.8.8.8",
    "134744072",
    "[2606::1]",
    "2606::1%1",
  ]) {
    assert.equal(isPublicAddress(text), false, text);
  }
});

test("no form of IPv6 makes a private address of IPv4 public", () => {
  const octet = fc.nat({ max: 255 });
  const privates = fc.oneof(
    fc.tuple(fc.constantFrom(10, 127, 0), octet, octet, octet),
    fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
    fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
  );
  const prefixes = fc.constantFrom("::", "::ffff:", "::ffff:0:", "64:ff9b::", "64:ff9b:1::");
  fc.assert(
    fc.property(privates, prefixes, (octets, prefix) => {
      assert.equal(isPublicAddress(octets.join(".")), false);
      assert.equal(isPublicAddress(prefix + octets.join(".")), false);
    }),
  );
});
