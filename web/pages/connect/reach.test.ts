import assert from "node:assert/strict";
import { test } from "node:test";
import { reachOf } from "./reach.ts";

for (const [reach, addresses] of [
  [
    "computer",
    [
      "http://localhost:3000",
      "https://localhost",
      "http://books.localhost:3000",
      "http://127.0.0.1:3000",
      "http://127.8.8.8",
      "http://[::1]:3000",
      "http://0.0.0.0:3000",
    ],
  ],
  [
    "network",
    [
      "http://192.168.1.20:3000",
      "https://10.0.0.7",
      "http://172.16.0.1",
      "http://172.31.255.1",
      "http://100.64.0.1",
      "http://169.254.1.1",
      "http://[fd00::1]:3000",
      "http://[fe80::1]",
      "http://nas:3000",
      "https://books.local",
      "https://books.home.arpa",
    ],
  ],
  [
    "in the clear",
    ["http://books.example", "http://203.0.113.9", "http://172.32.0.1", "http://100.128.0.1"],
  ],
  [
    "internet",
    [
      "https://books.example",
      "https://books.example:8443",
      "https://203.0.113.9",
      "https://1.2.3.4",
    ],
  ],
] as const)
  for (const address of addresses)
    test(`${address} is called from the ${reach}`, () => {
      assert.equal(reachOf(address), reach);
    });
