import type { BrowserServer } from "playwright-core";
import { CHROMIUM, LAUNCH } from "../../test/journeys/chromium.ts";

/** Chromium that the journeys of one slot share, each in its own contexts. It starts with the first of them. */
export class SharedChromium {
  #server: BrowserServer | null = null;

  /** Address for `chromium.connect`; null where no Chromium is installed. */
  async endpoint(): Promise<string | null> {
    if (CHROMIUM === undefined) return null;
    this.#server ??= await this.#launch();
    return this.#server.wsEndpoint();
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  async #launch(): Promise<BrowserServer> {
    const { chromium } = await import("playwright-core");
    const server = await chromium.launchServer(LAUNCH);
    // The next file starts another when this one has crashed.
    server.on("close", () => (this.#server = null));
    return server;
  }
}
