import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { z } from "zod";
import { assets } from "../../src/site/assets.ts";
import { WEB_APP_FOLDER } from "../../src/site/web-app.ts";

const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isDynamicEntry: z.boolean().optional(),
    imports: z.array(z.string()).default([]),
  }),
);

/** The app's index page, and Vite's manifest. */
export const index = read("index.html");
export const manifest = Manifest.parse(JSON.parse(read("manifest.json")));

/** Files fetched to open the app for the first time, in bytes as sent, largest first. */
export function firstLoad(): readonly { name: string; size: number }[] {
  const files = [...index.matchAll(/ (?:src|href)="\/(app\/[^"]+)"/g)].map(([, file = ""]) => file);
  const fonts = [...index.matchAll(/<link rel="preload" href="(\/assets\/[^"]+)"/g)].map(
    ([, path = ""]) => path,
  );
  return [
    { name: "index.html", size: gzipSync(index).length },
    ...[...new Set(files)].map((file) => ({
      name: file,
      size: statSync(join(WEB_APP_FOLDER, `${file}.gz`)).size,
    })),
    ...fonts.map((path) => ({ name: path, size: assets.get(path)?.body.length ?? Number.NaN })),
  ].toSorted((one, other) => other.size - one.size);
}

function read(file: string): string {
  return readFileSync(join(WEB_APP_FOLDER, file), "utf8");
}
