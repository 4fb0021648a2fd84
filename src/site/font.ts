import type { Context as Http } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { fontHref } from "./assets.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Notes in a cookie that the browser has the font, with the answer that brings it. */
export function noteFont(http: Http): void {
  setCookie(http, "font", fontHref, {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    maxAge: YEAR_SECONDS,
  });
}

const PRELOAD = `<link rel="preload" href="${fontHref}" as="font" type="font/woff2" crossorigin>`;

/**
 * Draws the app in the font where the browser has it, as after signing in, and else in the system's: the
 * download of 45 KB would compete with the scripts. The app fetches it later, for the next visit.
 */
export function inFont(http: Http, page: string): string {
  if (getCookie(http, "font") === fontHref) return page.replace("</head>", `${PRELOAD}</head>`);
  return page.replace("<body", '<body data-font="later"');
}
