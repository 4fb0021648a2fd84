import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Context as Http, Hono } from "hono";
import { getCookie } from "hono/cookie";
import { z } from "zod";
import { isEmpty } from "../accounts/set-up.ts";
import { listTeamsOf } from "../accounts/teams.ts";
import { encoded, encodingFor, encodingHeaders } from "../http/content-encoding.ts";
import { ADDRESSES, NAVIGATION, PAGES } from "../shared/pages.ts";
import { FIRST_SETTINGS, SETTINGS } from "../shared/settings-pages.ts";
import { ASSET_HEADERS, inFont } from "./assets.ts";
import { PageProblem } from "./problem.ts";
import { webAppHeaders, inTheme } from "./send-page.ts";
import { visitorSession, type VisitorParts } from "./visitor.ts";

export type WebAppParts = VisitorParts & { readonly webAppFolder: string };

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

const ABSENT: ReadonlySet<unknown> = new Set(["ENOENT", "ENAMETOOLONG"]);

async function contentOf(path: string): Promise<Buffer<ArrayBuffer> | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && ABSENT.has(error.code)) return null;
    throw error;
  }
}

const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
);

type Manifest = z.output<typeof Manifest>;

type Page = { readonly to: string; readonly file: string; readonly reads?: readonly string[] };

const FILES: readonly Page[] = [...PAGES, ...SETTINGS.flatMap(({ pages }) => pages)];

/**
 * Adds what the address tells: title, current page, and the scripts and records to load. The browser then
 * asks for them at once, instead of when the app has found the page.
 * @param team shown by the app; null if its first reads cannot be foretold
 */
export async function firstPaint(
  page: string,
  { webAppFolder, path, team }: { webAppFolder: string; path: string; team: string | null },
): Promise<string> {
  const manifest = await manifestOf(webAppFolder);
  const pages = pagesAt(path);
  const scripts = pages.flatMap(({ file }) => scriptsOf(manifest, `pages/${file}.page.tsx`));
  const preloads = [...new Set(scripts)]
    .filter((file) => !page.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  const reads = team === null ? [] : pages.flatMap(({ reads = [] }) => reads);
  const records = reads.map((read) => {
    const href = `/api/teams/${team}/${read.replaceAll("&", "&amp;")}`;
    return `<link rel="preload" href="${href}" as="fetch" crossorigin="anonymous">`;
  });
  return withCurrent(page, path).replace("</head>", `${[...preloads, ...records].join("")}</head>`);
}

function withCurrent(page: string, path: string): string {
  const current = NAVIGATION.find(({ to }) => isWithin(path, to));
  if (current === undefined) return page;
  return page
    .replaceAll(` href="${current.to}"><svg`, ` href="${current.to}" aria-current="page"><svg`)
    .replace(">Loading…</h1>", `>${current.label}</h1>`);
}

function isWithin(path: string, to: string): boolean {
  return path === to || (to !== "/" && path.startsWith(`${to}/`));
}

/** With the page that encloses it. */
function pagesAt(address: string): readonly Page[] {
  const path = address === "/settings" ? FIRST_SETTINGS : address;
  const parts = path.split("/");
  const found = FILES.filter(({ to }) => {
    const pattern = to.split("/");
    const isAlike = pattern.every((part, index) => part.startsWith("$") || part === parts[index]);
    return isAlike && (pattern.length === parts.length || to === "/settings");
  });
  // `/customers/tags` is no customer.
  return found.some(({ to }) => to === path) ? found.filter(({ to }) => !to.includes("$")) : found;
}

function scriptsOf(manifest: Manifest, name: string, seen = new Set<string>()): readonly string[] {
  const entry = manifest[name];
  if (entry === undefined || seen.has(name)) return [];
  seen.add(name);
  return [entry.file, ...entry.imports.flatMap((name) => scriptsOf(manifest, name, seen))];
}

/** Without a manifest, the app finds its scripts itself. */
async function manifestOf(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, "manifest.json"), "utf8").catch(() => "{}");
  return Manifest.parse(JSON.parse(text));
}
