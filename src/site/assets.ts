import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Context as Http } from "hono";
import { getCookie, setCookie } from "hono/cookie";

type Asset = { readonly type: string; readonly body: Uint8Array<ArrayBuffer> | string };

const FONTS = {
  "ibm-plex-sans": import.meta.resolve("@fontsource-variable/ibm-plex-sans/package.json"),
  "ibm-plex-mono": import.meta.resolve("@fontsource/ibm-plex-mono/package.json"),
};

/** On a square of its own, since tabs may have any colour; simple enough to read at 16 px. */
const ICON = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">',
  '<rect width="16" height="16" rx="2" fill="#115f6f"/>',
  '<path fill="#fcfcf9" d="M7 3h6v2H7zM3 7h10v2H3zM3 12h10v1H3z"/>',
  "</svg>\n",
].join("");

const RUNNING_ICON = ICON.replace(
  "</svg>",
  '<circle cx="12" cy="4" r="4" fill="#fcfcf9"/><circle cx="12" cy="4" r="2.75" fill="#c1291b"/></svg>',
);

/** For files whose names contain a hash of their content. */
export const ASSET_HEADERS = {
  "Cache-Control": "public, max-age=31536000, immutable",
  "X-Content-Type-Options": "nosniff",
};

const found = new Map<string, Asset>();

/** By path, which contains a hash of the content. */
export const assets: ReadonlyMap<string, Asset> = found;

export const fontHref = font("ibm-plex-sans-latin-wght-normal.woff2");
export const iconHref = added("svg", "image/svg+xml", ICON);
export const runningIconHref = added("svg", "image/svg+xml", RUNNING_ICON);
export const styleHref = stylesheet(
  ["tokens.css", "fonts.css", "style.css"].map((sheet) => new URL(sheet, import.meta.url)),
);

export function withFontAddresses(css: string): string {
  return css.replaceAll(
    /url\("?(?:[^")]*\/)?([\w-]+\.woff2)"?\)/g,
    (_, file: string) => `url("${font(file)}")`,
  );
}

/** Joins sheets to one file, whose path it returns. */
export function stylesheet(sheets: readonly URL[]): string {
  const source = sheets.map((sheet) => readFileSync(sheet, "utf8"));
  return added("css", "text/css; charset=utf-8", withFontAddresses(source.join("\n")));
}

function font(file: string): string {
  const family = file.startsWith("ibm-plex-mono") ? "ibm-plex-mono" : "ibm-plex-sans";
  const body = readFileSync(new URL(`files/${file}`, FONTS[family]));
  return added("woff2", "font/woff2", body);
}

function added(extension: string, type: string, body: Asset["body"]): string {
  const hash = createHash("sha256").update(body).digest("hex").slice(0, 16);
  const path = `/assets/${hash}.${extension}`;
  found.set(path, { type, body });
  return path;
}

export function noteFont(http: Http): void {
  setCookie(http, "font", fontHref, {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    maxAge: 365 * 24 * 60 * 60,
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
