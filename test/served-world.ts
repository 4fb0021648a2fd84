import { Hono } from "hono";
import type { AppParts } from "../src/app.ts";
import type { Mailer } from "../src/core/mail.ts";
import type { Exchange } from "../src/http/exchange.ts";
import type { Choice } from "../src/oauth/approvals.ts";
import type { Team, World } from "./app.ts";
import { type Browser, siteAt } from "./browser.ts";
import { listen, loggedApp, type Served } from "./mcp.ts";
import { signedIn } from "./oauth.ts";
import { workerOf } from "./outbox.ts";
import { WebApp } from "./web.ts";

/** A world's app over HTTP, at its own BASE_URL. */
export type ServedWorld = Served & {
  /** Origin of `url`, which is `{base_url}/mcp`. */
  readonly origin: string;
  readonly log: readonly any[];
};

/** @param parts with a mailer the server sends mail in the background */
export async function serveWorld(
  world: World,
  { mailer, ...parts }: Partial<AppParts> & { readonly mailer?: Mailer } = {},
): Promise<ServedWorld> {
  // The app needs its address, which is known only after listening.
  const mcp: Exchange = (request) => behind.mcp(request);
  const front = Object.assign(new Hono(), { mcp });
  const served = await listen(front, { overrideGlobalObjects: false });
  const origin = new URL(served.url).origin;
  const mail = mailer === undefined ? null : workerOf(world, { mailer, baseUrl: origin });
  const { app: behind, log } = loggedApp(world, {
    baseUrl: origin,
    ...(mail === null ? {} : { sendsMail: true, wake: mail.wake }),
    ...parts,
  });
  front.all("*", (http) => behind.fetch(http.req.raw, http.env));
  mail?.start();
  const close = async () => {
    await served.close();
    await mail?.stop();
  };
  return { ...served, origin, log, close };
}

/** A person of a team whom apps send to the consent page. */
export class Visitor {
  readonly team: Team;
  readonly #browser: Browser;
  /** The apps' authorization requests, in order. */
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
   * @param access choice of the consent page; by default the widest
   * @returns the redirect to the app
   */
  async allow(authorization: URL, access?: Choice): Promise<URL> {
    this.asked.push(authorization.searchParams);
    const page = await this.#browser.open(authorization.pathname + authorization.search);
    const values = { team: this.team.id, ...(access === undefined ? {} : { access }) };
    const { leftTo, html } = await this.#browser.submit(page, values, "Allow");
    if (leftTo === null) throw new Error(`the app was not let in: ${html}`);
    return new URL(leftTo);
  }

  /** Disconnects the app that was authorized last. */
  async disconnect(): Promise<void> {
    const app = new WebApp(this.team.world, this.#browser);
    const { apps } = await app.ask("GET /api/teams/:team/apps", { team: this.team.id });
    const [{ id } = { id: "" }] = apps;
    await app.ask("DELETE /api/teams/:team/apps/:id", { team: this.team.id, id });
  }
}
