// Builds the web app into web/dist, unless what is there is of the sources as they are.

import { bringWebApp } from "./launch/web-app.mjs";

try {
  bringWebApp(process.execPath);
} catch (error) {
  console.error(`ledgerport: ${error.message}`);
  process.exitCode = 1;
}
