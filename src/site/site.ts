import { type Context as Http, Hono } from "hono";
import type { Logger } from "pino";
import type { Counters } from "../core/counters.ts";
import { ADDRESSES } from "../shared/pages.ts";
import { ASSET_HEADERS, assets, fontHref, noteFont } from "./assets.ts";
import { joinRoutes } from "./join.ts";
import { pageErrors, wrongMethodPage } from "./problem.ts";
import { setUpRoutes } from "./set-up.ts";
import { signInAttempts, signInRoutes } from "./sign-in.ts";
import { webApp, type WebAppParts } from "./web-app.ts";

export type SiteParts = WebAppParts & {
  readonly log: Logger;
  readonly addressOf: (http: Http) => string;
  readonly counters: Counters;
  readonly report: (error: unknown) => string;
};

export function site(parts: SiteParts): Hono {
  const site = new Hono();
  for (const [path, { type, body }] of assets) {
    site.get(path, (http) => {
      if (path === fontHref) noteFont(http);
      return http.body(body, 200, { ...ASSET_HEADERS, "Content-Type": type });
    });
  }
  site.route("/", webApp(parts));
  site.route("/", setUpRoutes(parts));
  const attempts = signInAttempts(parts.counters);
  site.route("/", signInRoutes(parts, attempts));
  site.route("/", joinRoutes(parts, attempts));
  for (const [path, allow] of METHODS) {
    site.all(path, () => {
      throw wrongMethodPage(allow);
    });
  }
  site.onError(pageErrors(parts.log, parts.report));
  return site;
}

const METHODS = [
  // Clients with an incomplete address post to the start; they get the 404 that tells them.
  ...ADDRESSES.filter((path) => path !== "/").map((path) => [path, "GET, HEAD"] as const),
  ["/app/:file", "GET, HEAD"],
  ["/setup", "GET, POST"],
  ["/signin", "GET, POST"],
  ["/join", "GET, POST"],
  ["/signout", "POST"],
] as const;
