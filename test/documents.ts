import type { AppParts } from "../src/app.ts";
import type { Problem } from "../src/http/outside.ts";
import { memoryRateLimit } from "../src/http/rate-limit.ts";
import type { FetchClientDocument } from "../src/oauth/parts.ts";
import type { Team, World } from "./app.ts";
import type { Browser } from "./browser.ts";
import { loggedApp } from "./mcp.ts";
import { App, signedIn, tokensOf } from "./oauth.ts";

export const HOUR_MS = 60 * 60_000;
export const ID = "https://assistant.example/client.json";
const REDIRECT_URI = "https://assistant.example/callback";
export const DOWN: Problem = { problem: "assistant.example is down", failure: "unreachable" };

/** The client's published document, and the number of fetches. */
class Published {
  name = "Assistant";
  redirectUris: readonly string[] = [REDIRECT_URI];
  problem: Problem | null = null;
  freshMs = HOUR_MS;
  readonly asked: string[] = [];
  /** Milliseconds for which each fetch waits, if not as long as usual. */
  readonly waits: (number | undefined)[] = [];

  readonly fetch: FetchClientDocument = async (url, wait) => {
    this.asked.push(url);
    this.waits.push(wait);
    if (this.problem !== null) return this.problem;
    const { name, redirectUris, freshMs } = this;
    const document = { clientId: url, name, redirectUris, clientUri: null, logoUri: null };
    return { document, freshMs };
  };
}

/** A server without clients, a signed-in person, and the app whose document is published. */
export async function visited(
  world: World,
  {
    documents = 1000,
    ...parts
  }: { documents?: number } & Partial<Omit<AppParts, "documents">> = {},
) {
  await world.database.begin(async (db) => {
    for (const table of ["oauth_grants", "oauth_clients"] as const)
      await db.deleteFrom(table).execute();
  });
  const outside = new Published();
  const server = loggedApp(world, {
    fetchClientDocument: outside.fetch,
    documents: memoryRateLimit({ limit: documents, seconds: 3600 }),
    ...parts,
  });
  const team = await world.team();
  const browser = await signedIn(team, server);
  return { team, browser, outside, server, app: new App(server, ID, REDIRECT_URI) };
}

export async function connected(app: App, browser: Browser, team: Team) {
  return tokensOf(app.redeem(await app.code(browser, team)));
}
