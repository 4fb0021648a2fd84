import { App } from "../oauth.ts";
import { serveWorld, Visitor } from "../served-world.ts";
import { freePort } from "../server.ts";
import { AUTHORIZATION } from "./expected-failures.ts";
import { testScenarios } from "./lane.ts";
import { runAuthorizationSuite } from "./suite.ts";

/**
 * The official suite against the authorization server, with a person who signs in and presses
 * Allow.
 */
await testScenarios("authorization", AUTHORIZATION, async (team, version) => {
  const server = await serveWorld(team.world);
  const port = await freePort();
  const { id } = await App.register(team.world, `http://127.0.0.1:${port}/callback`);
  const visitor = await Visitor.signedIn(team, server.origin);
  const visit = async (page: URL) => {
    await fetch(await visitor.allow(page));
  };
  try {
    return await runAuthorizationSuite(
      { issuer: server.origin, resource: server.url, clientId: id, port, visit },
      version,
    );
  } finally {
    await server.close();
  }
});
