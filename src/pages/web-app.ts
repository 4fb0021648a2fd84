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
  /** Where the build puts `index.html`, and below `app` the files it is made of. */
  readonly webAppFolder: string;
};

/** Where `npm run build` puts them. */
export const WEB_APP_FOLDER = join(import.meta.dirname, "../../web/dist");

/** Where the app opens. What stands below one of these addresses is the app's own matter. */
export const WEB_APP_PATHS = ["/", "/activity/*", "/connect/*", "/settings/*"] as const;

/** The web app, for whoever is signed in, and the files it is made of, for everybody. */
export function webApp(parts: WebAppParts): Hono {
  const app = new Hono();
  for (const path of WEB_APP_PATHS) app.get(path, async (http) => open(parts, http));
  app.get("/app/:file", async (http) => serveFile(parts, http));
  return app;
}

async function open(parts: WebAppParts, http: Http): Promise<Response> {
  if ((await sessionOf(parts, http)) === null) {
    const signIn = `/signin${returnTo(http.req.url)}`;
    return http.redirect((await isEmpty(parts.ground())) ? "/setup" : signIn, 303);
  }
  const page = await contentOf(join(parts.webAppFolder, "index.html"));
  if (page === null) throw notBuilt();
  return http.html(inTheme(http, page.toString()), 200, webAppHeaders);
}

/** Whoever signs in comes to the start without being sent there. */
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

/** The build has put a compressed copy beside each file, in this order of size. */
const ENCODINGS = [
  { name: "br", extension: ".br" },
  { name: "gzip", extension: ".gz" },
] as const;

/** Files are read when they are asked for, which is once for each browser: their names follow from their content. */
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

/** The best of those that the browser names. */
function encodingFor(header = ""): (typeof ENCODINGS)[number] | undefined {
  const accepted = parseAccept(header).filter(({ q }) => q > 0);
  return ENCODINGS.find(({ name }) => accepted.some(({ type }) => type.toLowerCase() === name));
}

/** What no file can be called is not there either. */
const ABSENT: ReadonlySet<unknown> = new Set(["ENOENT", "ENAMETOOLONG"]);

async function contentOf(path: string): Promise<Buffer<ArrayBuffer> | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && ABSENT.has(error.code)) return null;
    throw error;
  }
}
