// Builds the web app into web/dist, unless the last build is of the same sources.

import { bringWebApp } from "./launch/web-app.mjs";

try {
  bringWebApp(process.execPath);
} catch (error) {
  console.error(`ledgerport: ${error.message}`);
  process.exitCode = 1;
}
