import { join } from "node:path";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { fontHref, iconHref, withFontAddresses } from "../src/site/assets.ts";

// The first versions with all of ES2025, which tsconfig.json allows.
const BROWSERS = ["chrome136", "edge136", "firefox134", "safari18.4"];

// Not those of virtual lists, which come with the first list.
const LIBRARIES =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](?!react-virtual|virtual-core)[^\\/]+)[\\/]/;

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // In development Vite's files are below /app/; the server answers the rest.
  base: command === "serve" ? "/app/" : "/",
  // Builds depend on the sources alone: no environment files.
  envDir: false,
  publicDir: false,
  cacheDir: join(import.meta.dirname, "../.runtime/vite"),
  plugins: [react(), tailwind(), sharedAssets()],
  build: {
    outDir: "dist",
    assetsDir: "app",
    target: BROWSERS,
    manifest: "manifest.json",
    // Nothing inline: the Content-Security-Policy forbids inline scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      external: [/^\/assets\//],
      // One chunk that browsers keep while only the app's own code changes.
      output: { codeSplitting: { groups: [{ name: "libraries", test: LIBRARIES }] } },
    },
  },
}));

/**
 * Serves fonts and icon at the same addresses as the script-free pages, so that they are fetched
 * once.
 */
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
