import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Context as Http, Hono } from "hono";
import { parseAccept } from "hono/utils/accept";
import { isEmpty } from "../accounts/set-up.ts";
import { ASSET_HEADERS } from "./assets.ts";
import { PageProblem } from "./problem.ts";
import { webAppHeaders } from "./security-headers.ts";
import { inTheme } from "./theme.ts";
import { sessionOf, type VisitorParts } from "./visitor.ts";

export type WebAppParts = VisitorParts & {
  readonly webAppFolder: string;
};

export const WEB_APP_FOLDER = join(import.meta.dirname, "../../web/dist");

/** Addresses of the app, which handles everything below them itself. */
export const WEB_APP_PATHS = ["/", "/activity/*", "/calls/*", "/connect/*", "/settings/*"] as const;

export function webApp(parts: WebAppParts): Hono {
  const app = new Hono();
  for (const path of WEB_APP_PATHS) app.get(path, async (http) => open(parts, http));
  app.get("/app/:file", async (http) => serveFile(parts, http));
  return app;
}

async function open(parts: WebAppParts, http: Http): Promise<Response> {
  if ((await sessionOf(parts, http)) === null) {
    const signIn = `/signin${returnTo(http.req.url)}`;
    return http.redirect((await isEmpty(parts.baseContext())) ? "/setup" : signIn, 303);
  }
  const page = await contentOf(join(parts.webAppFolder, "index.html"));
  if (page === null) throw notBuilt();
  return http.html(inTheme(http, page.toString()), 200, webAppHeaders);
}

/** Left out for the start, where signing in leads anyway. */
function returnTo(url: string): string {
  const { pathname, search } = new URL(url);
  const asked = pathname + search;
  return asked === "/" ? "" : `?return=${encodeURIComponent(asked)}`;
}

function notBuilt(): PageProblem {
  return new PageProblem({
    status: 503,
    title: "The web app is not built",
    message: "This server was started without building its web app.",
    next: "Run npm run build in its folder, then reload this page. npm start does it by itself.",
  });
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ["css", "text/css; charset=utf-8"],
  ["js", "text/javascript; charset=utf-8"],
]);

/** The build writes compressed copies beside each file, in this order of size. */
const ENCODINGS = [
  { name: "br", extension: ".br" },
  { name: "gzip", extension: ".gz" },
] as const;

/** Reads files on demand, once per browser: their names follow from their content. */
async function serveFile({ webAppFolder }: WebAppParts, http: Http): Promise<Response> {
  const { file = "" } = http.req.param();
  const [, extension = ""] = /^[\w-]+(?:\.[\w-]+)*\.([a-z]+)$/.exec(file) ?? [];
  const type = TYPES.get(extension);
  if (type === undefined) return http.notFound();
  const encoding = encodingFor(http.req.header("accept-encoding"));
  const body = await contentOf(join(webAppFolder, "app", file + (encoding?.extension ?? "")));
  if (body === null) return http.notFound();
  return http.body(body, 200, {
    ...ASSET_HEADERS,
    "Content-Type": type,
    Vary: "Accept-Encoding",
    ...(encoding === undefined ? {} : { "Content-Encoding": encoding.name }),
  });
}

function encodingFor(header = ""): (typeof ENCODINGS)[number] | undefined {
  const accepted = parseAccept(header).filter(({ q }) => q > 0);
  return ENCODINGS.find(({ name }) => accepted.some(({ type }) => type.toLowerCase() === name));
}

/** A name too long for a file cannot exist either. */
const ABSENT: ReadonlySet<unknown> = new Set(["ENOENT", "ENAMETOOLONG"]);

async function contentOf(path: string): Promise<Buffer<ArrayBuffer> | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && ABSENT.has(error.code)) return null;
    throw error;
  }
}
