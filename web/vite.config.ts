import { join } from "node:path";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, runnerImport } from "vite";
import { iconHref, runningIconHref, withFontAddresses } from "../src/site/assets.ts";

// The first versions with all of ES2025, which tsconfig.json allows.
const BROWSERS = ["chrome136", "edge136", "firefox134", "safari18.4"];

// Not those of virtual lists, which come with the first list.
const LIBRARIES =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](?!react-virtual|virtual-core)[^\\/]+)[\\/]/;

/** Drawn parts of lists, and the library of virtual rows. */
const ROWS =
  /[\\/]web[\\/]list[\\/](?!skeleton|select-box|sheet|tiles)[\w-]+\.tsx$|[\\/]web[\\/]list[\\/]virtual-lines\.ts$|[\\/]node_modules[\\/]@tanstack[\\/](react-virtual|virtual-core)[\\/]/;
const FIELDS = [
  {
    name: "hours",
    test: /[\\/]web[\\/]pages[\\/]time[\\/]|[\\/]form[\\/](duration|time)-field|[\\/]icons[\\/]lock\.m?js/,
  },
  { name: "money", test: /[\\/]web[\\/](categories|pages[\\/]transactions)[\\/]/ },
  {
    name: "records",
    test: /[\\/]web[\\/]pages[\\/](customers|projects)[\\/]|[\\/]shared[\\/]records[\\/](customer|project)/,
  },
  {
    name: "invoices",
    test: /[\\/]web[\\/]pages[\\/](settings[\\/])?invoices[\\/]|[\\/]shared[\\/](country-taxes|invoice-(?!languages)|credit-totals|tax-categories|contrast)/,
  },
  // Pages that take files, and all pages once one was sent.
  {
    name: "uploads",
    test: /[\\/]web[\\/]upload[\\/](?!begun|upload-rows)|[\\/]icons[\\/](camera|upload)\.m?js|[\\/]shared[\\/]paper\.ts/,
  },
  // Pictures of pages, which lists of receipts have too.
  {
    name: "pictures",
    test: /[\\/]pages[\\/]documents[\\/](page-picture\.tsx|document\.ts)|[\\/]icons[\\/]file-text\.m?js/,
  },
  // Of the pages of one document and of one receipt.
  {
    name: "viewer",
    test: /[\\/]pages[\\/]documents[\\/](viewer\.tsx|text-view\.tsx|documents\.css)/,
  },
  {
    name: "vault",
    test: /[\\/]web[\\/]pages[\\/]documents[\\/]|[\\/]icons[\\/](image|layout-grid|rows-3)\.m?js/,
  },
  { name: "settings", test: /[\\/]web[\\/]pages[\\/](settings|connect)[\\/]/ },
  // Pages of time, and those that tell of rounding. Neither loads what invoices alone have.
  {
    name: "rounding",
    test: /[\\/]form[\\/]rounding-field|[\\/]shared[\\/](duration|time-rounding)/,
  },
  // Read by searches, when one is opened.
  { name: "sections", test: /[\\/]shared[\\/]settings-sections/ },
  // Only the forms of customers and of the books choose a country.
  {
    name: "countries",
    test: /[\\/]web[\\/]countries\.ts$|[\\/]node_modules[\\/]iso-3166-1[\\/]/,
  },
  // Pages of a list, which are the heaviest, show no table.
  { name: "tables", test: /[\\/]components[\\/]table\.tsx$/ },
  // Few people make a team after the first.
  { name: "teams", test: /[\\/]components[\\/]new-team/ },
  // Only imports take files.
  { name: "files", test: /[\\/]form[\\/](drop-file|busy-file)/ },
  // Only imports of CSV files ask what a column becomes.
  { name: "columns", test: /[\\/]form[\\/](chosen-columns|file-columns|file-preview)/ },
  { name: "rules", test: /[\\/]web[\\/]pages[\\/]settings[\\/]rules[\\/]/ },
  // Most pages show a timer, or events.
  { name: "timer", test: /[\\/]web[\\/]timer[\\/]/ },
  {
    name: "events",
    test: /[\\/]web[\\/]pages[\\/]activity[\\/]|[\\/]icons[\\/]mail\.m?js/,
  },
];

const CHOOSING = /[\\/]web[\\/]pages[\\/]projects[\\/](filters|new-button)\.tsx?$/;

const CHARTS = /[\\/]web[\\/](chart|pages[\\/]reports)[\\/]/;

/**
 * Parts that every page loads after it is drawn. One file of all is smaller than ten, each with its
 * headers.
 */
const LATER =
  /[\\/]web[\\/](components[\\/](dialog-popup|menu-popup|toast-viewport)|form[\\/](combobox-box|unsaved-question)|list[\\/]sheet|palette[\\/][\w-]+)\.tsx?$/;

const FORM = join(import.meta.dirname, "form/");
const LIST = join(import.meta.dirname, "list/list-view.tsx");

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // In development Vite's files are below /app/; the server answers the rest.
  base: command === "serve" ? "/app/" : "/",
  // Builds depend on the sources alone: no environment files.
  envDir: false,
  publicDir: false,
  cacheDir: join(import.meta.dirname, "../.runtime/vite"),
  plugins: [react(), tailwind(), sharedAssets(), firstPaint()],
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
      // Browsers keep the libraries while only the app's own code changes.
      output: {
        codeSplitting: {
          groups: [
            { name: "libraries", test: LIBRARIES, priority: 8 },
            { name: "app", tags: ["$initial"], priority: 7 },
            // Of what comes later, that of several pages: a file for each module would be dozens.
            { name: commonPart, debugName: "parts", minShareCount: 2, priority: 6 },
            // Lists of customers, projects and invoices share it; the first two load no invoices.
            { name: "choosing", test: CHOOSING, priority: 5 },
            { name: fieldPart, debugName: "fields", minShareCount: 2, priority: 4 },
            { name: formPart, debugName: "forms", minShareCount: 2, priority: 3 },
            { name: fieldFormPart, debugName: "fields' forms", minShareCount: 2, priority: 2 },
            // Few pages have both a list and a chart.
            { name: "rows", test: ROWS, minShareCount: 2, priority: 1 },
            { name: "charts", test: CHARTS, minShareCount: 2, priority: 1 },
            { name: "interface", test: LATER },
            { name: "widgets", minShareCount: 2 },
          ],
        },
      },
    },
  },
}));

type Modules = {
  readonly getModuleInfo: (id: string) => {
    readonly importedIds: readonly string[];
    readonly importers: readonly string[];
    readonly dynamicImporters: readonly string[];
  } | null;
};

function commonPart(id: string, modules: Modules): string | null {
  const isCommon = fieldOf(id) === undefined && isPlain(id, modules) && !isOfForms(id, modules);
  return isCommon ? "parts" : null;
}

/**
 * Name of the file for modules that pages of one field share. Pages of time have forms from the start.
 */
function fieldPart(id: string, modules: Modules): string | null {
  const field = fieldOf(id);
  const isPart = field !== "hours" && isPlain(id, modules) && !isOfForms(id, modules);
  return isPart ? (field ?? null) : null;
}

/**
 * Name of the file for forms, which most pages show later or never. Those of money are too few for a
 * file.
 */
function formPart(id: string, modules: Modules): string | null {
  const isCommon = [undefined, "money"].includes(fieldOf(id));
  return isCommon && isPlain(id, modules) && isOfForms(id, modules) ? "forms" : null;
}

function fieldFormPart(id: string, modules: Modules): string | null {
  const field = fieldOf(id);
  if (field === undefined || !isPlain(id, modules)) return null;
  return field === "hours" ? field : `${field}-forms`;
}

function fieldOf(id: string): string | undefined {
  return FIELDS.find(({ test }) => test.test(id))?.name;
}

function isOfForms(id: string, modules: Modules): boolean {
  const imports = (id: string) => modules.getModuleInfo(id)?.importedIds ?? [];
  const ofLists = reached(LIST, imports);
  const usesForms = [...reached(id, imports)].some(
    (one) => one.startsWith(FORM) && !ofLists.has(one),
  );
  if (usesForms) return true;
  const { importers = [], dynamicImporters = [] } = modules.getModuleInfo(id) ?? {};
  const isOfApp =
    dynamicImporters.length > 0 || importers.length === 0 || fieldOf(id) !== undefined;
  return !isOfApp && importers.every((one) => isOfForms(one, modules));
}

function reached(
  id: string,
  next: (id: string) => readonly string[],
  seen = new Set<string>(),
): ReadonlySet<string> {
  if (seen.has(id)) return seen;
  seen.add(id);
  for (const one of next(id)) reached(one, next, seen);
  return seen;
}

/** True without dialogs, menus and the like, whose library is half a page's weight. */
function isPlain(id: string, modules: Modules): boolean {
  const isLibrary = /[\\/]node_modules[\\/](?!lucide-react)/.test(id);
  if (isLibrary || ROWS.test(id) || CHARTS.test(id)) return false;
  return !usesInterface(id, modules, new Set());
}

function usesInterface(id: string, modules: Modules, seen: Set<string>): boolean {
  if (/[\\/]@base-ui[\\/]/.test(id) && !/[\\/](button|csp-provider)[\\/]/.test(id)) return true;
  if (seen.has(id) || /[\\/]node_modules[\\/]/.test(id)) return false;
  seen.add(id);
  const { importedIds = [] } = modules.getModuleInfo(id) ?? {};
  return importedIds.some((imported) => usesInterface(imported, modules, seen));
}

/**
 * Serves fonts and icon at the addresses of the script-free pages, so that they are fetched once. Text of
 * the app does not wait for the font, and does not move when it comes.
 */
function sharedAssets(): Plugin {
  return {
    name: "ledgerport:shared-assets",
    enforce: "pre",
    transform: {
      filter: { id: /\.css$/ },
      handler: (code) =>
        withFontAddresses(code).replaceAll(/font-display:\s*swap/g, "font-display:optional"),
    },
    transformIndexHtml: () => [
      {
        tag: "link",
        attrs: {
          rel: "icon",
          href: iconHref,
          type: "image/svg+xml",
          "data-running": runningIconHref,
        },
      },
    ],
  };
}

function firstPaint(): Plugin {
  const file = join(import.meta.dirname, "components/first-paint.tsx");
  return {
    name: "ledgerport:first-paint",
    apply: "build",
    transformIndexHtml: async (html) => {
      const { module } = await runnerImport<{ readonly html: string }>(file, {
        configFile: false,
        plugins: [react()],
      });
      return html.replace('<div id="app"></div>', `<div id="app">${module.html}</div>`);
    },
  };
}
