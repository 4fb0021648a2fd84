import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The shell draws into memory alone: its pages are the same, for less. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

/** Path of Chromium from CHROMIUM or the PATH; undefined if there is none. */
export const CHROMIUM = process.env["CHROMIUM"] ?? find();

/** Host of an app on the web, which is on this machine for the browser. */
export const OUTSIDE = "client.example";

/**
 * A page of a test lives for seconds: to optimize its code takes longer than to run it as it is. With space for what a
 * look by axe leaves behind, less is collected.
 */
const SHORT_LIVED = "--no-turbofan --invocation-count-for-maglev=4000 --min-semi-space-size=16";

/** Options of each start of Chromium. */
export const LAUNCH = {
  ...(CHROMIUM === undefined ? {} : { executablePath: CHROMIUM }),
  args: [
    "--no-sandbox",
    `--host-resolver-rules=MAP ${OUTSIDE} 127.0.0.1`,
    `--js-flags=${SHORT_LIVED}`,
  ],
};

function find(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) =>
    existsSync(path),
  );
}
