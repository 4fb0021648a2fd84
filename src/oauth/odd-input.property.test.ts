import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { BASE_URL, onEachDatabase } from "../../test/app.ts";
import { formOf } from "../../test/browser.ts";
import { App, everythingGranted, signedIn } from "../../test/oauth.ts";

/** Characters that often break databases, parsers and headers. */
const odd = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    "",
    "\u0000",
    "a\u0000b",
    "%00",
    "%FF",
    "\ud800",
    "\r\nX: y",
    "'",
    '"><b>',
    "apis.read",
  ),
  fc.string({ minLength: 3000, maxLength: 3001 }),
);

const FIELDS = [
  "client_id",
  "client_secret",
  "code",
  "code_challenge",
  "code_challenge_method",
  "code_verifier",
  "csrf",
  "decision",
  "email",
  "grant_type",
  "password",
  "redirect_uri",
  "refresh_token",
  "request",
  "resource",
  "response_type",
  "return",
  "scope",
  "state",
  "team",
  "token",
];
/** @param known valid values, with which a request passes more checks */
function requests(known: Readonly<Record<string, readonly string[]>>) {
  const pair = fc
    .constantFrom(...FIELDS)
    .chain((name) =>
      fc.tuple(fc.constant(name), fc.oneof(odd, fc.constantFrom(...(known[name] ?? [""])))),
    );
  const form = fc
    .array(pair, { maxLength: 10 })
    .map((pairs) =>
      new URLSearchParams({ ...sometimes(known), ...Object.fromEntries(pairs) }).toString(),
    );
  const metadata = fc
    .record({ client_name: odd, redirect_uris: fc.array(odd), client_uri: odd })
    .map((value) => JSON.stringify(value));
  const body = fc.oneof(form, metadata, fc.json(), fc.string({ unit: "binary", maxLength: 200 }));
  const text = fc.string({ maxLength: 60 }).map((text) => encodeURI(text.toWellFormed()));
  return fc.oneof(
    fc.record({ path: fc.constantFrom(...FORMS), type: fc.constantFrom(...TYPES), body }),
    fc.record({ path: fc.constantFrom(...PAGES), query: fc.oneof(form, text) }),
  );
}

/** CSRF token of the session; without it every form is refused. */
function sometimes({ csrf = [] }: Readonly<Record<string, readonly string[]>>) {
  return { csrf: csrf[0] ?? "" };
}

const FORMS = [
  "/api/oauth/register",
  "/api/oauth/token",
  "/api/oauth/revoke",
  "/oauth/consent",
  "/signin",
  "/setup",
  "/join",
  "/api/me/confirm",
  "/api/teams",
];
const PAGES = ["/oauth/authorize", "/signin", "/setup", "/join"];
const TYPES = [
  "application/x-www-form-urlencoded",
  "application/x-www-form-urlencoded",
  "application/json",
  "text/plain",
];

onEachDatabase((world) => {
  test("whatever is sent is refused in words, never by a failure, and nothing is granted", async () => {
    const team = await world.team();
    const browser = await signedIn(team);
    const Cookie = `session=${browser.cookies.get("session")}`;
    const app = await App.register(world);
    const { fields } = formOf(await browser.open(app.authorizePath()));
    const known = {
      ...Object.fromEntries(fields.map(([name, value]) => [name, [value]])),
      grant_type: ["authorization_code", "refresh_token"],
      response_type: ["code"],
      decision: ["allow", "deny"],
      client_id: [app.id],
      redirect_uri: [app.redirectUri],
      request: ["svc_request_none"],
    };
    const before = await everythingGranted(world);
    await fc.assert(
      fc.asyncProperty(
        requests(known),
        fc.constantFrom(Cookie, "", "session=x"),
        async (sent, Cookie) => {
          const { path } = sent;
          const response = await ("query" in sent
            ? world.app.request(`${path}?${sent.query}`, { headers: { Cookie } })
            : world.app.request(path, {
                method: "POST",
                body: sent.body,
                headers: { Cookie, Origin: BASE_URL, "Content-Type": sent.type },
              }));
          assert.ok(response.status < 500, `${response.status}: ${await response.text()}`);
        },
      ),
      { numRuns: 1000 },
    );
    assert.deepEqual(await everythingGranted(world), before);
  });
});
