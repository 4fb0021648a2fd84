import { Hono } from "hono";
import type { AppParts } from "../src/app.ts";
import type { Team, World } from "./app.ts";
import { type Browser, siteAt } from "./browser.ts";
import { listen, loggedApp, type Served } from "./mcp.ts";
import { signedIn } from "./oauth.ts";
import { WebApp } from "./web.ts";

/** The app of a world as clients reach it: over HTTP, at the address that it calls itself by. */
export type ServedWorld = Served & {
  /** What clients are given: `{base_url}/mcp` is `url`. */
  readonly origin: string;
  readonly log: readonly any[];
};

export async function serveWorld(
  world: World,
  parts: Partial<AppParts> = {},
): Promise<ServedWorld> {
  // The app has to know its address, and the address is known when it is listened at.
  const front = new Hono();
  const served = await listen(front, { overrideGlobalObjects: false });
  const origin = new URL(served.url).origin;
  const { app, log } = loggedApp(world, { baseUrl: origin, ...parts });
  front.all("*", (http) => app.fetch(http.req.raw, http.env));
  return { ...served, origin, log };
}

/** Somebody of a team, who is sent to the pages by apps and comes back with what they decided. */
export class Visitor {
  readonly team: Team;
  readonly #browser: Browser;
  /** The authorization requests that apps came with, in their order. */
  readonly asked: URLSearchParams[] = [];

  private constructor(team: Team, browser: Browser) {
    this.team = team;
    this.#browser = browser;
  }

  static async signedIn(team: Team, origin: string): Promise<Visitor> {
    return new Visitor(team, await signedIn(team, { app: siteAt(origin) }, origin));
  }

  /**
   * Presses Allow.
   * @param ticked the scopes that are left ticked; all that are asked for, unless they are named
   * @returns where the app gets its answer
   */
  async allow(authorization: URL, ticked?: readonly string[]): Promise<URL> {
    this.asked.push(authorization.searchParams);
    const page = await this.#browser.open(authorization.pathname + authorization.search);
    const values = { team: this.team.id, ...(ticked === undefined ? {} : { scope: ticked }) };
    const { leftTo, html } = await this.#browser.submit(page, values, "Allow");
    if (leftTo === null) throw new Error(`the app was not let in: ${html}`);
    return new URL(leftTo);
  }

  /** Disconnects the app that was let in last. */
  async disconnect(): Promise<void> {
    const app = new WebApp(this.team.world, this.#browser);
    const { apps } = await app.ask("GET /api/teams/:team/apps", { team: this.team.id });
    const [{ id } = { id: "" }] = apps;
    await app.ask("DELETE /api/teams/:team/apps/:id", { team: this.team.id, id });
  }
}
