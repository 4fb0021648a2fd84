import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import {
  hostOf,
  isLoopback,
  problemOfRedirectUri,
  redirectUriMatches,
  withParameters,
} from "./redirect-uri.ts";

describe("a request names a registered URI", () => {
  for (const [registered, requested] of [
    ["https://app.example/cb", "https://app.example/cb"],
    ["http://localhost/cb", "http://localhost/cb"],
    ["http://localhost/cb", "http://localhost:1/cb"],
    ["http://localhost:3000/cb", "http://localhost/cb"],
    ["http://localhost:3000/cb?x=1", "http://localhost:65535/cb?x=1"],
    ["http://127.0.0.1:3000", "http://127.0.0.1:4000"],
    ["http://[::1]:3000/cb", "http://[::1]:4000/cb"],
  ] as const) {
    test(`${registered} by ${requested}`, () =>
      assert.equal(redirectUriMatches(registered, requested), true));
  }
});

describe("a request does not name a registered URI", () => {
  for (const [registered, requests] of [
    [
      "https://app.example/cb",
      [
        "",
        "https://app.example",
        "https://app.example/",
        "https://app.example/cb/",
        "https://app.example/cb?",
        "https://app.example/cb?x=1",
        "https://app.example/cb#",
        "https://app.example/CB",
        "https://app.example/%63b",
        "https://app.example:443/cb",
        "https://app.example:8443/cb",
        "https://APP.example/cb",
        "https://evil.app.example/cb",
        "https://app.example.evil.example/cb",
        "https://app.example@evil.example/cb",
        "http://app.example/cb",
        "https://app.example/x/../cb",
        "https://app.example/cb ",
      ],
    ],
    ["https://localhost:3000/cb", ["https://localhost:4000/cb", "http://localhost:3000/cb"]],
    ["https://127.0.0.1:3000/cb", ["https://127.0.0.1:4000/cb"]],
    [
      "http://localhost:3000/cb",
      [
        "http://127.0.0.1:3000/cb",
        "http://[::1]:3000/cb",
        "https://localhost:3000/cb",
        "http://localhost:4000/cb/",
        "http://localhost:4000/CB",
        "http://localhost:4000/",
        "http://localhost:4000/cb?x=1",
        "http://localhost:4000/cb#",
        "http://localhost:/cb",
        "http://localhost:0/cb",
        "http://localhost:65536/cb",
        "http://localhost:04000/cb",
        "http://localhost:4000@evil.example/cb",
        "http://localhost:4000.evil.example/cb",
        "http://localhost.evil.example/cb",
        "http://LOCALHOST:4000/cb",
        "http://localhost:4000/cb\n",
        "http://user@localhost:4000/cb",
      ],
    ],
    ["http://127.0.0.1:3000/cb", ["http://127.1:3000/cb", "http://127.0.0.2:3000/cb"]],
  ] as const) {
    for (const requested of requests) {
      test(`${registered} by ${JSON.stringify(requested)}`, () =>
        assert.equal(redirectUriMatches(registered, requested), false));
    }
  }
});

test("what a request names may be registered itself", () => {
  const port = fc.oneof(
    fc.nat({ max: 70_000 }).map((port) => `:${port}`),
    fc.string({ maxLength: 4 }),
  );
  const path = fc.constantFrom("", "/", "/cb", "?x", "/cb?x");
  fc.assert(
    fc.property(port, port, path, path, (port, otherPort, path, otherPath) => {
      const [registered, requested] = [
        `http://localhost${port}${path}`,
        `http://localhost${otherPort}${otherPath}`,
      ];
      if (problemOfRedirectUri(registered) !== null) return;
      if (redirectUriMatches(registered, requested))
        assert.equal(problemOfRedirectUri(requested), null);
    }),
    { numRuns: 2000 },
  );
});

test("a code stays on the user's machine over http and https, by any name of it", () => {
  for (const uri of [
    "http://localhost/cb",
    "http://127.0.0.1:80/cb",
    "http://[::1]:80",
    "https://localhost:8443?x",
    "https://LOCALHOST/cb",
    "https://app.localhost/cb",
    "https://127.8.0.1/cb",
  ]) {
    assert.equal(isLoopback(uri), true, uri);
  }
  for (const uri of [
    "https://app.example/cb",
    "https://localhost.example/cb",
    "https://127.0.0.1.nip.io/cb",
    "https://notlocalhost/cb",
    "https://app.example/localhost",
    "https://128.0.0.1/cb",
    "https://[2606:4700::1]/cb",
  ]) {
    assert.equal(isLoopback(uri), false, uri);
  }
});

test("a person sees host and port as they are written", () => {
  for (const [uri, host] of [
    ["https://app.example/cb", "app.example"],
    ["https://App.example:8443?x=/y", "App.example:8443"],
    ["http://[::1]:80", "[::1]:80"],
  ] as const) {
    assert.equal(hostOf(uri), host);
  }
});

describe("an answer goes", () => {
  for (const [rule, uri, parameters, state, expected] of [
    [
      "into a new query",
      "https://a.example/cb",
      [["code", "x"]],
      null,
      "https://a.example/cb?code=x",
    ],
    [
      "into one that is there",
      "https://a.example?b=%20c",
      [["code", "x"]],
      null,
      "https://a.example?b=%20c&code=x",
    ],
    [
      "into an empty one",
      "https://a.example/cb?",
      [["code", "x"]],
      null,
      "https://a.example/cb?code=x",
    ],
    [
      "behind a last &",
      "https://a.example/cb?b&",
      [["code", "x"]],
      null,
      "https://a.example/cb?b&code=x",
    ],
    [
      "encoded",
      "https://a.example/cb",
      [
        ["iss", "http://localhost:3000"],
        ["a b", "c&d=e+f#\ud800"],
      ],
      null,
      "https://a.example/cb?iss=http%3A%2F%2Flocalhost%3A3000&a%20b=c%26d%3De%2Bf%23%EF%BF%BD",
    ],
    [
      "with the state as it came",
      "https://a.example/cb",
      [["code", "x"]],
      "a+b%20%zz=?/'\"%26",
      "https://a.example/cb?code=x&state=a+b%20%zz=?/'\"%26",
    ],
    ["with an empty state", "https://a.example/cb", [], "", "https://a.example/cb?state="],
    [
      "with no more than the state",
      "https://a.example/cb",
      [],
      "a&code=b#c\r\nd é\ud800",
      "https://a.example/cb?state=a%26code=b%23c%0D%0Ad%20%C3%A9%EF%BF%BD",
    ],
    ["as it is without parameters", "https://a.example/cb", [], null, "https://a.example/cb"],
  ] as const) {
    test(rule, () => assert.equal(withParameters(uri, parameters, state), expected));
  }
});
