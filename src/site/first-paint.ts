import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { NAVIGATION, PAGES } from "../shared/pages.ts";
import { FIRST_SETTINGS, SETTINGS } from "../shared/settings-pages.ts";

const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
);

type Manifest = z.output<typeof Manifest>;

type Page = { readonly to: string; readonly file: string; readonly reads?: readonly string[] };

const FILES: readonly Page[] = [...PAGES, ...SETTINGS.flatMap(({ pages }) => pages)];

type Opened = {
  readonly webAppFolder: string;
  readonly path: string;
  /** Team that the app will show; null if its first reads cannot be foretold. */
  readonly team: string | null;
};

/**
 * Adds to the first paint what the address tells: title and current page, and which scripts and records to
 * load. The browser then asks for them at once, instead of when the app has found the page.
 */
export async function firstPaint(
  page: string,
  { webAppFolder, path, team }: Opened,
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

/** True at the address, and below it unless it is Home's. */
function isWithin(path: string, to: string): boolean {
  return path === to || (to !== "/" && path.startsWith(`${to}/`));
}

/** The page at an address, with the page that encloses it. */
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

/** Files of a module and of all that it imports. */
function scriptsOf(manifest: Manifest, name: string, seen = new Set<string>()): readonly string[] {
  const entry = manifest[name];
  if (entry === undefined || seen.has(name)) return [];
  seen.add(name);
  return [entry.file, ...entry.imports.flatMap((name) => scriptsOf(manifest, name, seen))];
}

/** Empty where there is none: the app then finds its scripts itself. */
async function manifestOf(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, "manifest.json"), "utf8").catch(() => "{}");
  return Manifest.parse(JSON.parse(text));
}
