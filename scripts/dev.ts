// Development server: restarts the server when its sources change, and updates the browser when
// web/ changes. Both are at the address of npm start.

import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createServer, type Plugin, type ViteDevServer } from "vite";
import { parseConfig } from "../src/config.ts";
import { ADDRESSES } from "../src/shared/pages.ts";
import { freePort } from "../test/server.ts";

const ROOT = join(import.meta.dirname, "..");
const OF_VITE = "/app/";
const LONGEST_START_MS = 10_000;
const WEB_APP = new RegExp(`^(${ADDRESSES.join("|").replaceAll("/*", "(/.*)?")})$`);

const { port, host, baseUrl } = parseConfig(process.env, ROOT);
const behind = { host: "127.0.0.1", port: await freePort() };
const server = `http://${behind.host}:${behind.port}`;

const vite = await createServer({
  configFile: join(ROOT, "web/vite.config.ts"),
  configLoader: "native",
  logLevel: "warn",
  plugins: [pages()],
  server: { host, port, strictPort: true, cors: false, proxy: { [`^(?!${OF_VITE})`]: server } },
});
await vite.listen();
runServer();

/** Fetches a page from the server once it is up; if that is the built app, answers Vite's page. */
function pages(): Plugin {
  return {
    name: "ledgerport:pages",
    configureServer(vite) {
      async function respond(
        request: IncomingMessage,
        answer: ServerResponse,
        next: () => void,
      ): Promise<void> {
        const isOfServer = request.url?.startsWith(OF_VITE) === false;
        if (isOfServer) await serverIsUp();
        const page = isOfServer ? await pageFor(vite, request).catch(() => null) : null;
        if (page === null) next();
        else answer.setHeader("Content-Type", "text/html; charset=utf-8").end(page);
      }
      vite.middlewares.use((...given) => void respond(...given));
    },
  };
}

/** Waits for the server, which is down for a moment at each restart. */
async function serverIsUp(): Promise<void> {
  const deadline = Date.now() + LONGEST_START_MS;
  const isUp = async () =>
    fetch(`${server}/healthz`).then(
      () => true,
      () => false,
    );
  while (!(await isUp()) && Date.now() < deadline) await sleep(100);
}

/**
 * The app's page with the server's theme; null if the server redirects, for example to the sign-in.
 */
async function pageFor(
  vite: ViteDevServer,
  { url = "/", method, headers: { cookie = "" } }: IncomingMessage,
): Promise<string | null> {
  if (method !== "GET" || !WEB_APP.test(new URL(url, server).pathname)) return null;
  const built = await fetch(server + url, { headers: { cookie }, redirect: "manual" });
  if (built.status === 303) return null;
  const [tag = "<html>"] = /<html[^>]*>/.exec(await built.text()) ?? [];
  const page = await readFile(join(ROOT, "web/index.html"), "utf8");
  return (await vite.transformIndexHtml(url, page)).replace(/<html[^>]*>/, tag);
}

function runServer(): void {
  const options = ["--disable-warning=ExperimentalWarning", "--watch-path=src"];
  const words = ["src/main.ts", "serve", ...process.argv.slice(2)];
  const child = spawn(process.execPath, [...options, ...words], {
    cwd: ROOT,
    env: {
      DRAIN_SECONDS: "0",
      ...process.env,
      HOST: behind.host,
      PORT: String(behind.port),
      BASE_URL: baseUrl,
    },
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  child.once("exit", (code) => process.exit(code ?? 1));
}
