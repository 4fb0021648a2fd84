import type { Fault, ProxyAnswer } from "./broken-proxy.ts";

/** Proxy faults, each with the one doctor check that it fails. */
export const FAULTS: readonly (readonly [check: string, problem: RegExp, fault: Fault])[] = [
  ["health", /healthz answers 404 with a web page/, back(/^\/healthz/, toPage(404))],
  ["health", /redirects every request to https:\/\/books\.example/, back(/./, toHttps)],
  ["health", /does not reach the server: it answers 502/, back(/./, toPage(502))],
  ["ready", /readyz answers 503/, back(/^\/readyz/, toPage(503))],
  [
    "metadata",
    /openid-configuration\/mcp answers 404/,
    back(/openid-configuration\/mcp/, toPage(404)),
  ],
  ["metadata", /answers 200 with a web page/, back(/^\/\.well-known/, toPage(200))],
  ["metadata", /differs from/, back(/resource\/mcp$/, rewrite("Ledgerport", "Other"))],
  [
    "issuer",
    /its metadata says http:\/\/internal/,
    back(/well-known/, rewrite(/http:\/\/[\d.:]+/g, "http://internal")),
  ],
  [
    "issuer",
    /its metadata says http:\/\/internal/,
    back(/protected-resource/, rewrite(/http:\/\/[\d.:]+/g, "http://internal")),
  ],
  [
    "endpoints",
    /its metadata says http:\/\/internal/,
    back(
      /well-known/,
      rewrite(/"token_endpoint":"http:\/\/[\d.:]+/, '"token_endpoint":"http://internal'),
    ),
  ],
  ["pkce", /offers plain, S256/, back(/well-known/, rewrite('["S256"]', '["plain","S256"]'))],
  [
    "cors",
    /Access-Control-Allow-Origin is missing/,
    drop(/well-known/, "access-control-allow-origin"),
  ],
  [
    "cors",
    /is \*, \* instead/,
    back(
      /oauth-protected-resource/,
      ({ headers }) => void headers.set("access-control-allow-origin", ["*", "*"]),
    ),
  ],
  ["authorization", /oauth\/authorize answers 403/, back(/^\/oauth\/authorize/, toPage(403))],
  ["registration", /register answers 405/, back(/register$/, toPage(405))],
  ["token", /instead of 401 invalid_client/, back(/token$/, toPage(200))],
  ["token", /may be cached on the way/, drop(/token$/, "cache-control")],
  ["revocation", /revoke answers 403/, back(/revoke$/, toPage(403))],
  ["sign-in", /answers 503/, back(/^\/s(ignin|etup)/, toPage(503))],
  [
    "sign-in",
    /Content-Security-Policy of \/signin is missing/,
    drop(/^\/s(ignin|etup)/, "content-security-policy"),
  ],
  ["challenge", /WWW-Authenticate of \/mcp is missing/, drop(/^\/mcp$/, "www-authenticate")],
  [
    "challenge",
    /WWW-Authenticate of \/mcp is Basic/,
    back(/^\/mcp$/, ({ headers }) => void headers.set("www-authenticate", 'Basic realm="x"')),
  ],
  ["challenge", /answers 403 with a web page/, back(/^\/mcp$/, toPage(403))],
  [
    "authorization-header",
    /does not arrive/,
    { onTheWay: (headers) => void delete headers.authorization },
  ],
  [
    "clock",
    /clock is \d+ seconds behind/,
    back(/./, ({ headers }) => void headers.set("date", inSeconds(-90))),
  ],
  [
    "clock",
    /clock is \d+ seconds ahead/,
    back(/./, ({ headers }) => void headers.set("date", inSeconds(90))),
  ],
];

function back(paths: RegExp, change: (answer: ProxyAnswer) => void): Fault {
  return { onTheWayBack: (path, answer) => (paths.test(path) ? change(answer) : undefined) };
}

function drop(paths: RegExp, header: string): Fault {
  return back(paths, ({ headers }) => void headers.delete(header));
}

function toPage(status: number): (answer: ProxyAnswer) => void {
  return (answer) => {
    answer.status = status;
    answer.headers = new Map([["content-type", "text/html"]]);
    answer.body = "<h1>The proxy's own</h1>";
  };
}

function toHttps(answer: ProxyAnswer): void {
  answer.status = 301;
  answer.headers = new Map([["location", "https://books.example/"]]);
}

function rewrite(what: string | RegExp, by: string): (answer: ProxyAnswer) => void {
  return (answer) => {
    answer.body = answer.body.replace(what, by);
  };
}

function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toUTCString();
}
