import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { hasSchemeOfApp, problemOfRedirectUri } from "./redirect-uri.ts";

const HOSTS = ["app.example", "a-b.app.example:8443", "xn--mnchen-3ya.example", "93.184.216.34"];
const PATHS = ["", "/", "/cb", "/cb/", "/a.b/.well-known/c.", "/a%2Fb/~me;v=1,2/(x)", "//cb"];

describe("a client may register", () => {
  for (const uri of [
    ...HOSTS.flatMap((host) => PATHS.map((path) => `https://${host}${path}`)),
    "https://app.example?x=1",
    "https://app.example/code?codes=1&State=2&x=code",
    "https://app.example/cb?",
    "https://app.example/cb?a=b&c[]=d/../e?'%20",
    "https://App.Example/CB",
    "https://app.example:443/cb",
    "https://app.example:1/cb",
    "https://app.example:65535/cb",
    "https://my_app.example/cb",
    "https://intranet/cb",
    "https://localhost/cb",
    "https://localhost.evil.example/cb",
    "https://127.0.0.1.nip.io/cb",
    "https://1.2.3.4.example/cb",
    "https://0x7f.example/cb",
    "https://[2606:4700::1111]/cb",
    "https://[2606:4700::1111]:8443/cb",
    "https://[::1]:8443/cb",
    "http://localhost",
    "http://localhost/cb",
    "http://localhost:1/cb",
    "http://localhost:80/cb",
    "http://localhost:65535?x=1",
    "http://127.0.0.1:8080/cb",
    "http://[::1]/cb",
    "http://[::1]:8080/cb",
    `https://app.example/${"a".repeat(2028)}`,
  ]) {
    test(uri.slice(0, 80), () => assert.equal(problemOfRedirectUri(uri), null));
  }
});

describe("a client may not register", () => {
  const wildcard = "must not contain a wildcard (*)";
  const characters =
    "must hold only the characters of a URI: ASCII, without white space or backslashes";
  const fragment = "must not have a fragment (#)";
  const percent = "must have two hexadecimal digits after each %";
  const scheme = "must begin with https://";
  const user = "must not contain a user name or password";
  const loopback = "must be https, or http on localhost, 127.0.0.1 or [::1]";
  const noHost = "must have a host";
  const host = "must have a valid host";
  const ipv4 = "must have an IPv4 address only in its usual form";
  const ipv6 = "must not have an unspecified or embedded address as host";
  const port = "must have a port from 1 to 65535, or none";
  const dots = "must not have dot segments (. or ..) in its path";
  const form = "must have its host, port and path in their usual form";
  for (const [problem, uris] of [
    ["must be a string", [undefined, null, 1, {}, ["https://app.example"]]],
    ["must have 2,048 characters or fewer", [`https://app.example/${"a".repeat(2029)}`]],
    [
      wildcard,
      ["https://*.app.example/cb", "https://app.example/*", "https://app.example/cb?x=*", "*"],
    ],
    [
      characters,
      [
        "https://app.example\\@evil.example/cb",
        "https:\\\\app.example/cb",
        "http://localhost\\.evil.example/",
        " https://app.example/cb",
        "https://app.example/cb ",
        "https://app.example/c b",
        "https://app.example/cb\n",
        "https://app.example/c\tb",
        "http://local\thost/cb",
        "java\nscript:alert(1)",
        "https://app.example/\u0000",
        "https://app.example/\u007f",
        "https://app.example/\u00a0",
        "https://münchen.example/cb",
        "https://app。example/cb",
        "https://app.example/ü",
        "https://app.example/\u202e",
        "https://app.example/<x>",
        'https://app.example/"',
        "https://app.example/{x}",
        "https://app.example/a|b",
        "https://app.example/`^",
      ],
    ],
    [
      fragment,
      [
        "https://app.example/cb#x",
        "https://app.example/cb#",
        "https://app.example#@evil.example",
        "https://app.example/cb?#",
      ],
    ],
    ...["code", "state", "iss", "error", "error_description", "error_uri"].map(
      (name): [string, string[]] => [
        `must not have ${name} in its query, since the answer of this server adds it`,
        [
          `https://app.example/cb?${name}=x`,
          `https://app.example/cb?a=b&${name}`,
          `http://127.0.0.1/cb?%${name.charCodeAt(0).toString(16)}${name.slice(1)}=x`,
        ],
      ],
    ),
    [
      percent,
      [
        "https://app.example/%",
        "https://app.example/%2",
        "https://app.example/%zz",
        "https://app.example/cb?x=%g0",
        "https://app.example/%u0041",
      ],
    ],
    [
      scheme,
      [
        "",
        "javascript:alert(1)",
        "data:text/html,x",
        "app.example:/cb",
        "com.example.app:/cb",
        "myapp://cb",
        "ftp://app.example/cb",
        "file:///etc/passwd",
        "urn:ietf:wg:oauth:2.0:oob",
        "//app.example/cb",
        "/cb",
        "cb",
        "app.example/cb",
        "https:app.example/cb",
        "https:/app.example/cb",
        "HTTPS://app.example/cb",
        "Http://localhost/cb",
        "view-source:https://app.example/cb",
        "xhttps://app.example/cb",
      ],
    ],
    [
      user,
      [
        "https://user@app.example/cb",
        "https://user:password@app.example/cb",
        "https://@app.example/cb",
        "https://:@app.example/cb",
        "http://localhost:80@evil.example/cb",
        "https://app.example@[::1]/",
      ],
    ],
    [
      loopback,
      [
        "http://app.example/cb",
        "http://localhost.evil.example/cb",
        "http://127.0.0.1.nip.io/cb",
        "http://evil-localhost/cb",
        "http://sub.localhost/cb",
        "http://LOCALHOST/cb",
        "http://Localhost:80/cb",
        "http://127.0.0.2/cb",
        "http://10.0.0.1/cb",
        "http://[fd00::2]/cb",
      ],
    ],
    [noHost, ["https://", "https:///cb", "https://:443/cb", "https://?x=1", "http://:80"]],
    [
      host,
      [
        "https://app..example/cb",
        "https://.example/cb",
        "https://app.example./cb",
        "http://localhost./cb",
        "https://-app.example/cb",
        "https://app-.example/cb",
        "https://%61pp.example/cb",
        "http://%6cocalhost/cb",
        "http://127.0.0.1%2eevil.example/cb",
        "https://app!.example/cb",
        "https://app,evil.example/cb",
        `https://${"a".repeat(64)}.example/cb`,
        `https://${"a.".repeat(125)}example/cb`,
      ],
    ],
    [
      ipv4,
      [
        "http://127.1/cb",
        "http://127.0.1/cb",
        "http://2130706433/cb",
        "http://0x7f000001/cb",
        "http://0x7f.0.0.1/cb",
        "http://0x7f.1/cb",
        "http://0177.0.0.1/cb",
        "http://127.0.0.01/cb",
        "http://0/cb",
        "http://0.0.0.0/cb",
        "http://256.0.0.1/cb",
        "http://127.0.0.0x1/cb",
        "https://127.1/cb",
        "https://2130706433/cb",
        "https://0x7f.0.0.1/cb",
        "https://017700000001/cb",
        "https://0.0.0.0/cb",
        "https://0.1.2.3/cb",
        "https://1.2.3.256/cb",
        "https://1.2.3.4.5/cb",
        "https://app.0x/cb",
      ],
    ],
    [
      ipv6,
      [
        "http://[::]/cb",
        "https://[::]/cb",
        "http://[::ffff:127.0.0.1]/cb",
        "https://[::ffff:7f00:1]/cb",
        "https://[::ffff:0:127.0.0.1]/cb",
        "https://[::127.0.0.1]/cb",
        "http://[::2]/cb",
      ],
    ],
    [
      port,
      [
        "https://app.example:/cb",
        "https://app.example:0/cb",
        "https://app.example:65536/cb",
        "https://app.example:99999/cb",
        "https://app.example:080/cb",
        "https://app.example:8a/cb",
        "https://app.example:-1/cb",
        "https://app.example:80:80/cb",
        "http://localhost:/cb",
        "http://localhost:0/cb",
        "http://localhost:65536/cb",
        "http://[::1]:/cb",
        "http://localhost:evil.example/cb",
      ],
    ],
    [
      dots,
      [
        "https://app.example/..",
        "https://app.example/cb/../evil",
        "https://app.example/cb/..",
        "https://app.example/.",
        "https://app.example/./cb",
        "https://app.example/cb/.",
        "https://app.example/%2e",
        "https://app.example/cb/%2E/",
        "https://app.example/%2e%2e/evil",
        "https://app.example/%2E%2e/evil",
        "https://app.example/.%2e/evil",
        "https://app.example/%2e./evil",
        "https://app.example/cb/..;/evil",
        "https://app.example/cb/..%2fevil",
        "http://localhost/../evil",
      ],
    ],
    [
      form,
      [
        "https://[0:0:0:0:0:0:0:1]/cb",
        "https://[0::ffff:127.0.0.1]/cb",
        "https://[2606:4700:0::1111]/cb",
        "https://[1::2::3]/cb",
        "https://[]/cb",
        "https://[fe80::1%25eth0]/cb",
        "https://[v1.x]/cb",
      ],
    ],
    [noHost, ["https://[::1/cb", "https://::1/cb", "https://[::1]x/cb", "https://a[::1]/cb"]],
  ] as const) {
    for (const uri of uris) {
      test(`${JSON.stringify(uri)?.slice(0, 80)}: it ${problem}`, () =>
        assert.equal(problemOfRedirectUri(uri), problem));
    }
  }
});

describe("a URI with the scheme of an app", () => {
  const longest = `myapp://${"a".repeat(2041)}`;
  for (const [isSo, uris] of [
    [true, ["cursor://callback", "com.example.app:/cb", "MyApp://cb", "vscode:x", "a+b.c-d:"]],
    [true, ["urn:ietf:wg:oauth:2.0:oob", "view-source:https://app.example", "xhttps://cb"]],
    [false, ["http://app.example/cb", "HTTPS://app.example", "https:app", "https://app.example"]],
    [false, ["javascript:alert(1)", "JavaScript:alert(1)", "java\nscript:alert(1)", " data:x"]],
    [false, ["data:x", "file:///x", "blob:x", "about:blank", "vbscript:x", "mailto:a@b.example"]],
    [false, ["ftp://app.example", "ws://app.example", "WSS://app.example"]],
    [false, ["//app.example/cb", "/cb", "cb", "", "1app://cb", ":cb", "ä:cb", "my_app://cb"]],
    [false, ["myapp://*", "myapp://cb#", "myapp://c b", "myapp://c\\b", "myapp://%", longest]],
  ] as const) {
    for (const uri of uris) {
      test(`${JSON.stringify(uri).slice(0, 80)}: ${isSo}`, () =>
        assert.equal(hasSchemeOfApp(uri), isSo));
    }
  }
});

test("whatever may be registered is read by a parser as it is written", () => {
  const piece = fc.constantFrom(
    ..."htps:/@.%2eE#?\\[]0127xf ".split(""),
    ..."https:// http:// localhost 127.0.0.1 [::1] app.example :80 .. %2e %2f evil.example".split(
      " ",
    ),
  );
  const anything = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
  const likely = fc.tuple(
    fc.constantFrom("https://", "http://localhost", "https://app.example"),
    anything,
  );
  fc.assert(
    fc.property(
      fc.oneof(
        anything,
        likely.map((parts) => parts.join("")),
      ),
      (uri) => {
        if (problemOfRedirectUri(uri) !== null) return;
        const { protocol, hostname, hash, username, password, search, pathname } = new URL(uri);
        assert.ok(protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname));
        assert.deepEqual([hash, username, password], ["", "", ""]);
        const path = pathname === "/" ? "/?" : RegExp.escape(pathname);
        const shown = new RegExp(`^https?://${RegExp.escape(hostname)}(:\\d+)?${path}`, "i");
        assert.match(uri, shown);
        assert.ok(uri.endsWith(search));
      },
    ),
    { numRuns: 5000 },
  );
});
