import type { Context as Http } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Html } from "./layout.ts";
import { type FormTarget, securityHeaders } from "./security-headers.ts";
import { inTheme } from "./theme.ts";

type Sending = {
  readonly status?: ContentfulStatusCode;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: FormTarget;
};

export async function sendPage(
  http: Http,
  page: Html,
  { status = 200, headers = {}, form = "own" }: Sending = {},
): Promise<Response> {
  return http.html(inTheme(http, String(await page)), status, {
    ...securityHeaders(form),
    ...headers,
  });
}
