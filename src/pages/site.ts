import { type Context as Http, Hono } from "hono";
import type { Logger } from "pino";
import { isEmpty } from "../accounts/set-up.ts";
import { accountRoutes } from "./account.ts";
import { assets } from "./assets.ts";
import { pageErrors } from "./page-errors.ts";
import { wrongMethod } from "./problem.ts";
import { setUpRoutes } from "./set-up.ts";
import { signInRoutes } from "./sign-in.ts";
import { sessionOf, type VisitorParts } from "./visitor.ts";

export type SiteParts = VisitorParts & {
  readonly log: Logger;
  /** The address that a visitor's attempts are counted under. */
  readonly addressOf: (http: Http) => string;
  /** Logs a bug, and answers the reference under which it is found in the log. */
  readonly report: (error: unknown) => string;
};

/** The pages for people: set-up, sign-in and their account. None of them has a script. */
export function site(parts: SiteParts): Hono {
  const site = new Hono();
  for (const [path, { type, body }] of assets) {
    site.get(
      path,
      () => new Response(body, { headers: { ...ASSET_HEADERS, "Content-Type": type } }),
    );
  }
  site.get("/", async (http) => {
    if ((await sessionOf(parts, http)) !== null) return http.redirect("/account", 303);
    return http.redirect((await isEmpty(parts.ground())) ? "/setup" : "/signin", 303);
  });
  site.route("/", setUpRoutes(parts));
  site.route("/", signInRoutes(parts));
  site.route("/", accountRoutes(parts));
  for (const [path, allow] of METHODS) {
    site.all(path, () => {
      throw wrongMethod(allow);
    });
  }
  site.onError(pageErrors(parts.log, parts.report));
  return site;
}

const METHODS = [
  ["/setup", "GET, POST"],
  ["/signin", "GET, POST"],
  ["/signout", "POST"],
  ["/account", "GET"],
  ["/account/password", "POST"],
  ["/account/sessions/end", "POST"],
  ["/account/apps/disconnect", "POST"],
] as const;

/** Their names follow from what is in them. */
const ASSET_HEADERS = {
  "Cache-Control": "public, max-age=31536000, immutable",
  "X-Content-Type-Options": "nosniff",
};
