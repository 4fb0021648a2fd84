import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Agent, globalAgent } from "node:https";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Internet } from "../../test/internet.ts";
import { getJson } from "./outside.ts";

const PUBLIC = ["93.184.216.34", "2606:2800:220:1::1"];
/** Long enough for a busy machine: nothing that answers waits for it. */
const PATIENCE_MS = 60_000;
/** For what never answers in full. */
const SHORT_MS = 300;
const LATE = {
  problem: "app.example did not answer in full within 0.3 seconds",
  failure: "late",
};

let internet: Internet;
before(async () => {
  internet = new Internet();
  await internet.open();
});
after(() => internet.close());
beforeEach(() => {
  internet.isCertified = true;
  internet.names = { "app.example": PUBLIC, "elsewhere.example": PUBLIC };
  for (const list of [
    internet.lookups,
    internet.connections,
    internet.options,
    internet.requests,
  ]) {
    list.length = 0;
  }
  serve((_, response) => response.setHeader("content-type", "application/json").end("{}"));
});
// Each fetch, successful or not, must close its connection.
afterEach(() => internet.isQuiet(), { timeout: PATIENCE_MS });

test("JSON comes as its bytes, with the headers", async () => {
  const answer = await get();
  assert.ok("bytes" in answer);
  assert.equal(answer.bytes.toString(), "{}");
  assert.equal(answer.headers["content-type"], "application/json");
});

test("only what has to be said is sent", async () => {
  await get("https://app.example/a/b%20c?d=e");
  const [request] = internet.requests;
  assert.equal(request?.method, "GET");
  assert.equal(request?.url, "/a/b%20c?d=e");
  assert.deepEqual(request?.headers, {
    accept: "application/json",
    "user-agent": "Ledgerport",
    host: "app.example",
    connection: "close",
  });
});

test("the connection is made to the addresses that were checked, and the name is asked for once", async () => {
  let asked = 0;
  internet.names["app.example"] = async () => (asked++ === 0 ? PUBLIC : ["127.0.0.1"]);
  assert.ok("bytes" in (await get()));
  assert.equal(asked, 1);
  assert.deepEqual(internet.connections, [PUBLIC]);
});

test("no connection is shared, and no proxy taken from the environment", async () => {
  await get();
  const agent = internet.options[0]?.agent;
  assert.ok(agent instanceof Agent && agent !== globalAgent);
  assert.deepEqual([agent.options.proxyEnv, agent.options.keepAlive], [undefined, undefined]);
});

describe("a host is not connected to", () => {
  for (const [rule, addresses] of [
    ["this machine", ["127.0.0.1"]],
    ["in a private network", ["10.0.0.1"]],
    ["a cloud's metadata", ["169.254.169.254"]],
    ["of this machine in IPv6", ["::1"]],
    ["of this machine in a form of IPv6", ["::ffff:127.0.0.1"]],
    ["public and private, whichever comes first", ["93.184.216.34", "192.168.1.1"]],
    ["private and public, whichever comes first", ["fd00::1", "93.184.216.34"]],
    ["not at an address", ["app.example"]],
  ] as const) {
    test(`that is ${rule}`, async () => {
      internet.names["app.example"] = addresses;
      assert.deepEqual(await get(), {
        problem: "app.example is not on the public internet",
        failure: "private",
      });
      assert.equal(internet.options.length, 0);
    });
  }

  for (const host of ["127.0.0.1", "10.0.0.1", "169.254.169.254", "[::1]", "[fd00:ec2::254]"]) {
    test(`that is written as ${host}`, async () => {
      const problem = `${host.replaceAll(/^\[|\]$/g, "")} is not on the public internet`;
      assert.deepEqual(await get(`https://${host}/a`), { problem, failure: "private" });
      assert.deepEqual([internet.lookups.length, internet.options.length], [0, 0]);
    });
  }

  test("that has no address", async () => {
    internet.names["app.example"] = [];
    assert.deepEqual(await get(), { problem: "app.example has no address", failure: "no_address" });
  });

  test("that the hosts file has on this machine", async () => {
    const limits = { largest: 100, milliseconds: PATIENCE_MS };
    assert.deepEqual(await getJson(new URL("https://localhost/a"), limits), {
      problem: "localhost is not on the public internet",
      failure: "private",
    });
  });

  test("that nobody knows", async () => {
    internet.names = {};
    assert.deepEqual(await get(), {
      problem: "app.example could not be reached (ENOTFOUND)",
      failure: "no_address",
    });
  });

  test("whose name server keeps silent", async () => {
    internet.names["app.example"] = () => new Promise(() => {});
    assert.deepEqual(await getShortly(), LATE);
    assert.equal(internet.options.length, 0);
  });

  test("whose name server answers when the time is over", async () => {
    const answer = Promise.withResolvers<readonly string[]>();
    internet.names["app.example"] = () => answer.promise;
    assert.deepEqual(await getShortly(), LATE);
    answer.resolve(PUBLIC);
    await setImmediate();
    assert.equal(internet.options.length, 0);
  });
});

test("a public address may be written instead of a name", async () => {
  assert.ok("bytes" in (await get("https://[2606:2800:220:1::1]/a")));
  assert.deepEqual(internet.connections, [["2606:2800:220:1::1"]]);
  assert.equal(internet.lookups.length, 0);
});

describe("a certificate is refused", () => {
  test("that nobody known has signed", async () => {
    internet.isCertified = false;
    const problem = "app.example could not be reached (DEPTH_ZERO_SELF_SIGNED_CERT)";
    assert.deepEqual(await get(), { problem, failure: "certificate" });
    assert.equal(internet.requests.length, 0);
  });

  test("that nobody known has signed, whatever the environment says", async (t) => {
    internet.isCertified = false;
    t.mock.method(process, "emitWarning", () => {});
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    const answer = await get().finally(() => delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"]);
    assert.ok("problem" in answer);
    assert.equal(internet.requests.length, 0);
  });

  test("that is another host's", async () => {
    assert.deepEqual(await get("https://elsewhere.example/a"), {
      problem: "elsewhere.example could not be reached (ERR_TLS_CERT_ALTNAME_INVALID)",
      failure: "certificate",
    });
    assert.equal(internet.requests.length, 0);
  });
});

describe("an answer is refused", () => {
  for (const [rule, status, headers, problem] of [
    [
      "that redirects",
      302,
      { location: "https://app.example/b" },
      "answered with a redirect (302), which is not followed",
    ],
    [
      "that redirects for good",
      308,
      { location: "http://169.254.169.254/" },
      "answered with a redirect (308), which is not followed",
    ],
    ["that found nothing", 404, {}, "answered with status 404 instead of 200"],
    ["that is a challenge", 403, {}, "answered with status 403 instead of 200"],
    ["that failed", 503, {}, "answered with status 503 instead of 200"],
    ["that is another success", 203, {}, "answered with status 203 instead of 200"],
    [
      "without a type",
      200,
      { "content-type": "" },
      "answered with a content type other than application/json",
    ],
    [
      "of another type",
      200,
      { "content-type": "text/html" },
      "answered with a content type other than application/json",
    ],
    [
      "of a type that begins alike",
      200,
      { "content-type": "application/jsonp" },
      "answered with a content type other than application/json",
    ],
    [
      "of a type that ends alike",
      200,
      { "content-type": "text/application/json" },
      "answered with a content type other than application/json",
    ],
    [
      "that is compressed",
      200,
      { "content-encoding": "gzip" },
      "answered with a compressed body, which was not requested",
    ],
  ] as const) {
    test(rule, async () => {
      serve((_, response) => {
        response.writeHead(status, { "content-type": "application/json", ...headers });
        response.end("{}");
      });
      // The host itself says that there is no such file, so that no copy may serve.
      const failure = status === 404 ? {} : { failure: "denied" };
      assert.deepEqual(await get(), { problem: `app.example ${problem}`, ...failure });
      assert.equal(internet.requests.length, 1);
    });
  }

  test("whose body would never end, without waiting for it", async () => {
    serve((_, response) => response.writeHead(302, { location: "/b" }).flushHeaders());
    assert.ok("problem" in (await get()));
    await internet.isQuiet();
  });

  test("that is larger than the limit, before it has come in full", async () => {
    serve((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write("x".repeat(101));
    });
    assert.deepEqual(await get(), { problem: "app.example answered with more than 100 bytes" });
  });

  test("that never ends", async () => {
    serve((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      repeat(response, 0, () => response.write("x".repeat(65_536)));
    });
    assert.deepEqual(await get(), { problem: "app.example answered with more than 100 bytes" });
  });

  test("that stops before its end", async () => {
    serve((_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": 50 });
      response.write("{}", () => response.destroy());
    });
    assert.deepEqual(await get(), {
      problem: "app.example could not be reached (ECONNRESET)",
      failure: "unreachable",
    });
  });

  test("that is another protocol", async () => {
    serve((request) =>
      request.socket.end("HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"),
    );
    assert.deepEqual(await get(), {
      problem: "app.example could not be reached (no answer)",
      failure: "unreachable",
    });
  });

  test("with headers that are too large", async () => {
    serve((_, response) => {
      response.writeHead(200, {
        "content-type": "application/json",
        "x-large": "x".repeat(20_000),
      });
      response.end("{}");
    });
    assert.deepEqual(await get(), {
      problem: "app.example could not be reached (HPE_HEADER_OVERFLOW)",
      failure: "unreachable",
    });
  });

  for (const [rule, answer] of [
    ["that does not come", () => {}],
    [
      "whose body does not come",
      (_, response) =>
        response.writeHead(200, { "content-type": "application/json" }).flushHeaders(),
    ],
    [
      "that drips",
      (_, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        repeat(response, 20, () => response.write(" "));
      },
    ],
    [
      "that is always about to come",
      (_, response) => repeat(response, 20, () => response.writeProcessing()),
    ],
  ] as const satisfies readonly (readonly [
    string,
    (request: IncomingMessage, response: ServerResponse) => void,
  ])[]) {
    test(`${rule}, when the time is over`, async () => {
      serve(answer);
      assert.deepEqual(await getShortly(), LATE);
    });
  }
});

test("nothing waits for the end of the time when the answer is there", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  internet.names = {};
  await get();
  assert.equal(timers(), before);
});

test("a size of as many bytes as may be is taken", async () => {
  serve((_, response) =>
    response.setHeader("content-type", "application/json").end("x".repeat(100)),
  );
  assert.ok("bytes" in (await get()));
});

function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  internet.answer = answer;
}

function get(url = "https://app.example/a", milliseconds = PATIENCE_MS) {
  return getJson(new URL(url), { outside: internet.outside, largest: 100, milliseconds });
}

function getShortly() {
  return get(undefined, SHORT_MS);
}

/** Repeats `act` until the connection is closed. */
function repeat(response: ServerResponse, milliseconds: number, act: () => void): void {
  const timer = setInterval(act, milliseconds);
  response.on("close", () => clearInterval(timer));
}
