import assert from "node:assert/strict";
import { hash, randomBytes } from "node:crypto";
import { hash as hashOfPassword } from "@node-rs/argon2";
import type { Hono } from "hono";
import { setPassword } from "../src/accounts/users.ts";
import { BASE_URL, type Team, type World } from "./app.ts";
import { Browser, formOf, type Page, type Site } from "./browser.ts";
import { allRows } from "./rows.ts";

export const PASSWORD = "correct horse battery";
const LOOPBACK = "http://127.0.0.1:4000/callback";

/** The world, or another app on its database. */
type Server = { readonly app: Hono };

/** Cheapest hash of the library: comparing it takes under a millisecond, one at the real cost some 40. */
const passwordHash = hashOfPassword(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });

/**
 * The team's person, with a password: set only if missing, because a change would end their
 * sessions.
 */
export async function person(team: Team): Promise<{ email: string; password: string }> {
  const { email, password_hash } = await team.world.database.reader
    .selectFrom("users")
    .select(["email", "password_hash"])
    .where("id", "=", team.userId)
    .executeTakeFirstOrThrow();
  if (password_hash === null) {
    const auditContext = { ...team.auditContext, now: team.world.now };
    const change = { userId: team.userId, passwordHash: await passwordHash, keptSession: null };
    await setPassword(auditContext, change);
  }
  return { email, password: PASSWORD };
}

export async function signedIn(
  team: Team,
  server: { readonly app: Site } = team.world,
  origin = BASE_URL,
): Promise<Browser> {
  const browser = new Browser(server.app, origin);
  const page = await browser.submit(await browser.open("/signin"), await person(team));
  assert.equal(page.path, "/", page.html);
  return browser;
}

export type TokenAnswer = {
  access_token: string;
  refresh_token: string;
  token_type: string;
  expires_in: number;
  scope: string;
};

export type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A registered app, as the program sees the server. */
export class App {
  readonly server: Server;
  readonly id: string;
  readonly redirectUri: string;
  readonly secret: string | undefined;
  readonly verifier = randomBytes(32).toString("base64url");
  readonly state = randomBytes(8).toString("base64url");

  constructor(server: Server, id: string, redirectUri: string, secret?: string) {
    this.server = server;
    this.id = id;
    this.redirectUri = redirectUri;
    this.secret = secret;
  }

  static async register(
    server: Server,
    redirectUri: string = LOOPBACK,
    name = "Test app",
  ): Promise<App> {
    const response = await register(server, { client_name: name, redirect_uris: [redirectUri] });
    const { client_id } = (await response.json()) as { client_id: string };
    assert.equal(response.status, 201);
    return new App(server, client_id, redirectUri);
  }

  /** Path of the authorization request; undefined fields are left out, arrays are repeated. */
  authorizePath(fields: Fields = {}): string {
    const query = parametersOf({
      response_type: "code",
      client_id: this.id,
      redirect_uri: this.redirectUri,
      scope: "apis.read apis.all",
      state: this.state,
      code_challenge: hash("sha256", this.verifier, "base64url"),
      code_challenge_method: "S256",
      ...fields,
    });
    return `/oauth/authorize?${query.toString()}`;
  }

  /** Goes through consent. @returns the parameters of the redirect */
  async allowed(browser: Browser, team: Team, fields: Fields = {}): Promise<URLSearchParams> {
    const page = await browser.open(this.authorizePath(fields));
    return this.cameBack(await allow(browser, page, team));
  }

  /** @returns the parameters of the redirect */
  cameBack(page: Page): URLSearchParams {
    const leftTo = page.leftTo ?? "";
    assert.ok(leftTo.startsWith(this.redirectUri), `${page.status}: ${page.html}`);
    return new URL(leftTo).searchParams;
  }

  async code(browser: Browser, team: Team, fields: Fields = {}): Promise<string> {
    const code = (await this.allowed(browser, team, fields)).get("code");
    assert.ok(code);
    return code;
  }

  async redeem(code: string, fields: Fields = {}): Promise<Response> {
    return token(this.server, {
      grant_type: "authorization_code",
      code,
      redirect_uri: this.redirectUri,
      client_id: this.id,
      client_secret: this.secret,
      code_verifier: this.verifier,
      ...fields,
    });
  }

  async refresh(refreshToken: string, fields: Fields = {}): Promise<Response> {
    return token(this.server, {
      grant_type: "refresh_token",
      refresh_token: refreshToken,
      client_id: this.id,
      client_secret: this.secret,
      ...fields,
    });
  }

  async revoke(secret: string, fields: Fields = {}): Promise<Response> {
    return post(this.server, "/api/oauth/revoke", {
      token: secret,
      client_id: this.id,
      client_secret: this.secret,
      ...fields,
    });
  }

  async connect(team: Team, fields: Fields = {}): Promise<TokenAnswer> {
    const browser = await signedIn(team, this.server);
    return tokensOf(this.redeem(await this.code(browser, team, fields)));
  }
}

export async function allow(
  browser: Browser,
  page: Page,
  team: Team,
  values: Readonly<Record<string, string | readonly string[]>> = {},
): Promise<Page> {
  assert.equal(page.status, 200, page.html);
  assert.equal(formOf(page).action, "/oauth/consent", page.html);
  return browser.submit(page, { team: team.id, ...values }, "Allow");
}

export async function tokensOf(answer: Response | Promise<Response>): Promise<TokenAnswer> {
  const response = await answer;
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()) as TokenAnswer;
}

/**
 * Asserts an OAuth error (RFC 6749 §5.2) with `no-store`.
 * @returns its description
 */
export async function assertRefused(
  answer: Response | Promise<Response>,
  error: string,
  status = 400,
): Promise<string> {
  const response = await answer;
  const body = (await response.json()) as Record<string, string>;
  assert.deepEqual([response.status, body["error"]], [status, error], JSON.stringify(body));
  assert.deepEqual(Object.keys(body), ["error", "error_description"]);
  assert.equal(response.headers.get("Cache-Control"), "no-store");
  assert.equal(response.headers.get("Pragma"), "no-cache");
  assert.match(response.headers.get("Content-Type") ?? "", /^application\/json/);
  assert.match(body["error_description"] ?? "", /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  return body["error_description"] ?? "";
}

export async function statusOf(team: Team, secret: string): Promise<number> {
  return (await team.withKey(secret).rpc("tools/list")).status;
}

export async function throughApp(team: Team, scope?: string): Promise<Team> {
  const app = await App.register(team.world);
  const { access_token } = await app.connect(team, scope === undefined ? {} : { scope });
  return team.withKey(access_token);
}

export async function register(server: Server, metadata: unknown): Promise<Response> {
  return server.app.request("/api/oauth/register", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: typeof metadata === "string" ? metadata : JSON.stringify(metadata),
  });
}

async function token(server: Server, fields: Fields): Promise<Response> {
  return post(server, "/api/oauth/token", fields);
}

async function post(server: Server, path: string, fields: Fields): Promise<Response> {
  return server.app.request(path, { method: "POST", body: parametersOf(fields) });
}

function parametersOf(fields: Fields): URLSearchParams {
  return new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((one): [string, string] => [name, one]),
    ),
  );
}

/**
 * All rows except pending consents, since a page may be shown, and sessions, since each request
 * updates their last use.
 */
export async function everythingGranted(world: World): Promise<Record<string, unknown[]>> {
  await world.settled();
  const { oauth_requests: _asked, sessions: _seen, ...rest } = await allRows(world.database.reader);
  return rest;
}

/** Asserts that `work` grants, spends, ends and journals nothing. */
export async function assertNothingGranted<T>(world: World, work: () => Promise<T>): Promise<T> {
  const before = await everythingGranted(world);
  const result = await work();
  assert.deepEqual(await everythingGranted(world), before);
  return result;
}

export async function grantsOf({ id, world }: Team) {
  return world.database.reader
    .selectFrom("oauth_grants")
    .selectAll()
    .where("team_id", "=", id)
    .orderBy("id")
    .execute();
}
