import type { Page } from "playwright-core";
import type { Mailer } from "../../src/core/mail.ts";
import { type Team, World, type WorldOptions } from "../app.ts";
import { person } from "../oauth.ts";
import { type ServedWorld, serveWorld } from "../served-world.ts";
import { buildWebApp, signIn } from "./set-up.ts";
import { visit, type Visit } from "./visit.ts";

/**
 * The real app over HTTP, on a clock that tests move, with a team's owner signed in in Chromium.
 */
export class Acme {
  readonly world: World;
  readonly served: ServedWorld;
  readonly team: Team;
  readonly olga: Visit;

  private constructor(parts: Pick<Acme, "world" | "served" | "team" | "olga">) {
    this.world = parts.world;
    this.served = parts.served;
    this.team = parts.team;
    this.olga = parts.olga;
  }

  /** @param path first page of the owner */
  static async open(
    path: string,
    mailer: Mailer | null = null,
    options: WorldOptions = {},
  ): Promise<Acme> {
    buildWebApp();
    const world = new World("sqlite", options);
    await world.open();
    const served = await serveWorld(world, mailer === null ? {} : { mailer });
    const team = await world.team({ name: "Acme Studio" });
    const acme = new Acme({ world, served, team, olga: await visit(served.origin) });
    await acme.signIn(acme.olga.page, team, path);
    return acme;
  }

  async close(): Promise<void> {
    await this.olga.close();
    await this.served.close();
    await this.world.close();
  }

  async signIn(page: Page, team: Team, path: string): Promise<void> {
    const credentials = await person(team);
    await page.goto(this.served.origin + path);
    await signIn(page, credentials);
    await page.waitForURL(this.served.origin + path);
  }

  /** Opens a page in another browser, for another person or with another user agent. */
  async elsewhere(userAgent?: string): Promise<Page> {
    const browser = this.olga.context.browser();
    if (browser === null) throw new Error("the browser is gone");
    const given = userAgent === undefined ? {} : { userAgent };
    const context = await browser.newContext({ ...given, viewport: { width: 1280, height: 800 } });
    context.setDefaultTimeout(10_000);
    return context.newPage();
  }
}
