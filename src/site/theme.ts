import type { Context as Http } from "hono";
import { getCookie } from "hono/cookie";

/** Applies the theme chosen in the web app; else the system's. */
export function inTheme(http: Http, page: string): string {
  const theme = getCookie(http, "theme");
  if (theme !== "light" && theme !== "dark") return page;
  return page.replace("<html", `<html data-theme="${theme}"`);
}
