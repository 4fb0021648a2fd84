import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Context as Http, Hono } from "hono";
import { getCookie } from "hono/cookie";
import { isEmpty } from "../accounts/set-up.ts";
import { listTeamsOf } from "../accounts/teams.ts";
import { encoded, encodingFor, encodingHeaders } from "../http/content-encoding.ts";
import { ADDRESSES } from "../shared/pages.ts";
import { ASSET_HEADERS } from "./assets.ts";
import { firstPaint } from "./first-paint.ts";
import { inFont } from "./font.ts";
import { PageProblem } from "./problem.ts";
import { webAppHeaders } from "./security-headers.ts";
import { inTheme } from "./theme.ts";
import { visitorSession, type VisitorParts } from "./visitor.ts";

export type WebAppParts = VisitorParts & {
  readonly webAppFolder: string;
};

export const WEB_APP_FOLDER = join(import.meta.dirname, "../../web/dist");

export function webApp(parts: WebAppParts): Hono {
  const app = new Hono();
  for (const path of ADDRESSES) app.get(path, async (http) => open(parts, http));
  app.get("/app/:file", async (http) => serveFile(parts, http));
  return app;
}

async function open(parts: WebAppParts, http: Http): Promise<Response> {
  const session = await visitorSession(parts, http);
  if (session === null) {
    const signIn = `/signin${returnTo(http.req.url)}`;
    return http.redirect((await isEmpty(parts.baseContext())) ? "/setup" : signIn, 303);
  }
  const page = await contentOf(join(parts.webAppFolder, "index.html"));
  if (page === null) throw notBuilt();
  const { webAppFolder } = parts;
  const team = await teamShown(parts, http, session.user.id);
  const painted = await firstPaint(page.toString(), { webAppFolder, path: http.req.path, team });
  const encoding = encodingFor(http.req.header("accept-encoding"));
  // The page, which holds no secret, is compressed when it is opened; files are when they are built.
  return http.body(await encoded(inTheme(http, inFont(http, painted)), encoding), 200, {
    ...webAppHeaders,
    "Content-Type": "text/html; charset=UTF-8",
    ...encodingHeaders(encoding),
  });
}

/** As `TeamChoice` chooses it; null where the query string changes what the page reads. */
async function teamShown(parts: WebAppParts, http: Http, user: string): Promise<string | null> {
  if (new URL(http.req.url).search !== "") return null;
  const kept = getCookie(http, "team");
  const teams = await listTeamsOf(parts.baseContext(), user);
  return (teams.find(({ id }) => id === kept) ?? teams[0])?.id ?? null;
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
    ...encodingHeaders(encoding),
  });
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
