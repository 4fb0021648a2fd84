import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as oauth from "oauth4webapi";
import { onAnyDatabase } from "./app.ts";
import { type ServedWorld, serveWorld, Visitor } from "./served-world.ts";

/** Allows plain http, which the server has here; all other checks of the library stay on. */
// oxlint-disable-next-line typescript/no-deprecated -- so that it stands out, and it does
const HTTP = { [oauth.allowInsecureRequests]: true } as const;
const REDIRECT = "http://127.0.0.1:4712/callback";
const HOUR_MS = 60 * 60_000;

onAnyDatabase((world) => {
  let server: ServedWorld;
  before(async () => {
    server = await serveWorld(world);
  });
  after(() => server.close());

  test("a client that checks all it is told finds nothing wrong, from discovery to revocation", async () => {
    const { as, client, visitor } = await introduced();
    assert.equal(as.pushed_authorization_request_endpoint, undefined);
    const { parameters, verifier } = await comeBack(as, client, visitor);
    const tokens = await oauth.processAuthorizationCodeResponse(
      as,
      client,
      await oauth.authorizationCodeGrantRequest(
        as,
        client,
        oauth.None(),
        parameters,
        REDIRECT,
        verifier,
        { ...HTTP, additionalParameters: { resource: server.url } },
      ),
    );
    assert.deepEqual(tokens.scope?.split(" "), ["customers.write"]);
    assert.deepEqual(await write(tokens.access_token), ["Acme"]);

    world.pass(HOUR_MS);
    await assert.rejects(write(tokens.access_token), oauth.WWWAuthenticateChallengeError);
    const fresh = await oauth.processRefreshTokenResponse(
      as,
      client,
      await oauth.refreshTokenGrantRequest(as, client, oauth.None(), tokens.refresh_token ?? "", {
        ...HTTP,
        additionalParameters: { resource: server.url },
      }),
    );
    assert.deepEqual(await write(fresh.access_token), ["Acme", "Acme"]);

    const revoked = await oauth.revocationRequest(
      as,
      client,
      oauth.None(),
      fresh.refresh_token ?? "",
      HTTP,
    );
    await oauth.processRevocationResponse(revoked);
    await assert.rejects(write(fresh.access_token), oauth.WWWAuthenticateChallengeError);

    async function write(token: string): Promise<readonly string[]> {
      const response = await oauth.protectedResourceRequest(
        token,
        "POST",
        new URL(server.url),
        new Headers({ "Content-Type": "application/json" }),
        JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: CREATE }),
        HTTP,
      );
      const { result } = (await response.json()) as any;
      assert.equal(result.isError, undefined, result.content[0].text);
      const { items } = await visitor.team.call("customers_list");
      return items.map(({ name }: { name: string }) => name);
    }
  });

  test("an answer of another server, or to another request, is noticed", async () => {
    const { as, client, visitor } = await introduced();
    const { back, state } = await comeBack(as, client, visitor);
    const elsewhere = { ...as, issuer: "http://127.0.0.1:1" };
    assert.throws(() => oauth.validateAuthResponse(elsewhere, client, back, state), /"iss"/);
    const unsigned = new URL(back);
    unsigned.searchParams.delete("iss");
    assert.throws(() => oauth.validateAuthResponse(as, client, unsigned, state), /"iss"/);
    assert.throws(() => oauth.validateAuthResponse(as, client, back, "another"), /"state"/);
  });

  test("a refusal is one that it can read", async () => {
    const { as, client, visitor } = await introduced();
    const { parameters } = await comeBack(as, client, visitor);
    const guessed = oauth.generateRandomCodeVerifier();
    const response = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      oauth.None(),
      parameters,
      REDIRECT,
      guessed,
      HTTP,
    );
    const error = await oauth.processAuthorizationCodeResponse(as, client, response).then(
      () => null,
      (error: unknown) => error,
    );
    assert.ok(error instanceof oauth.ResponseBodyError);
    assert.deepEqual([error.error, error.status], ["invalid_grant", 400]);
  });

  /** A client that discovered the server from its endpoint's address, and registered. */
  async function introduced() {
    const resource = await oauth.processResourceDiscoveryResponse(
      new URL(server.url),
      await oauth.resourceDiscoveryRequest(new URL(server.url), HTTP),
    );
    const issuer = new URL(resource.authorization_servers?.[0] ?? "");
    const as = await oauth.processDiscoveryResponse(
      // The library writes the issuer's URL with a slash; no issuer without a path has one.
      issuer,
      await oauth.discoveryRequest(issuer, { ...HTTP, algorithm: "oauth2" }),
    );
    const client = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(
        as,
        { client_name: "Strict app", redirect_uris: [REDIRECT] },
        HTTP,
      ),
    );
    const team = await world.team();
    const visitor = await Visitor.signedIn(team, server.origin);
    return { as, client: client as oauth.Client, visitor };
  }

  async function comeBack(as: oauth.AuthorizationServer, client: oauth.Client, visitor: Visitor) {
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const authorization = new URL(as.authorization_endpoint ?? "");
    authorization.search = new URLSearchParams({
      response_type: "code",
      client_id: client.client_id,
      redirect_uri: REDIRECT,
      scope: "customers.write",
      resource: server.url,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    }).toString();
    const back = await visitor.allow(authorization);
    const parameters = oauth.validateAuthResponse(as, client, back, state);
    return { back, parameters, state, verifier };
  }
});

const CREATE = {
  name: "customers_create",
  arguments: { name: "Acme", email: "hello@acme.example" },
};
