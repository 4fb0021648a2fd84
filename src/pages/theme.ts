import type { Context as Http } from "hono";
import { getCookie } from "hono/cookie";

/** A page in the theme that its reader chose in the web app, which keeps the choice; else in that of their system. */
export function inTheme(http: Http, page: string): string {
  const theme = getCookie(http, "theme");
  if (theme !== "light" && theme !== "dark") return page;
  return page.replace("<html", `<html data-theme="${theme}"`);
}
