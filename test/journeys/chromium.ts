import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The Chromium of this machine, or the one that CHROMIUM names; undefined when there is none. */
export const CHROMIUM = process.env["CHROMIUM"] ?? find();

function find(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
}
