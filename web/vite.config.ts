import { join } from "node:path";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { fontHref, iconHref, withFontAddresses } from "../src/pages/assets.ts";

// The first with all of ES2025, which tsconfig.json lets the app use.
const BROWSERS = ["chrome136", "edge136", "firefox134", "safari18.4"];

const LIBRARIES = /[\\/]node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/;

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // In development all that is Vite's stands below one path; the rest is the server's.
  base: command === "serve" ? "/app/" : "/",
  // What is built follows from the sources alone.
  envDir: false,
  publicDir: false,
  cacheDir: join(import.meta.dirname, "../.runtime/vite"),
  plugins: [react(), tailwind(), sharedAssets()],
  build: {
    outDir: "dist",
    assetsDir: "app",
    target: BROWSERS,
    manifest: "manifest.json",
    // Nothing inline: the pages' policy allows neither scripts nor styles in the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      external: [/^\/assets\//],
      // Browsers keep these while only the app itself changes.
      output: { codeSplitting: { groups: [{ name: "libraries", test: LIBRARIES }] } },
    },
  },
}));

/** Fonts and icon stand at the addresses at which script-free pages have them, so that they are fetched once. */
function sharedAssets(): Plugin {
  return {
    name: "ledgerport:shared-assets",
    enforce: "pre",
    transform: {
      filter: { id: /\.css$/ },
      handler: (code) => withFontAddresses(code),
    },
    transformIndexHtml: () => [
      {
        tag: "link",
        attrs: { rel: "preload", href: fontHref, as: "font", type: "font/woff2", crossorigin: "" },
      },
      { tag: "link", attrs: { rel: "icon", href: iconHref, type: "image/svg+xml" } },
    ],
  };
}
