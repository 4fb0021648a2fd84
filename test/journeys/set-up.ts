import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { RUN } from "../run.ts";
import { type Environment, type processes, ROOT, type Server } from "../server.ts";

export const OLGA = {
  name: "Olga Owner",
  email: "olga@acme.example",
  password: "correct horse battery",
};

/** Builds the web app, unless the last build is of the same sources. In `npm test` that was done before the first file. */
export function buildWebApp(): void {
  if (RUN !== null) return;
  const { status } = spawnSync(process.execPath, [join(ROOT, "scripts/build.mjs")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error("the web app cannot be built");
}

/**
 * Follows the set-up link of an empty server: makes an account and a team, and signs the owner in.
 */
export async function setUp(page: Page, server: Server): Promise<void> {
  const link = /^ {2}(http\S+\/setup\?token=\S+)$/m.exec(server.process.stdout)?.[1];
  if (link === undefined) throw new Error("the server printed no link");
  await page.goto(link);
  await page.getByLabel("Your name").fill(OLGA.name);
  await page.getByLabel("E-mail").fill(OLGA.email);
  await page.getByLabel("Password").fill(OLGA.password);
  await page.getByLabel("Team name").fill("Acme Studio");
  await page.getByLabel("Time zone").selectOption("Europe/Berlin");
  await page.getByRole("button", { name: "Create account and team" }).click();
  await page.waitForURL(`http://localhost:${server.port}/**`);
}

export async function signIn(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

type Run = ReturnType<typeof processes>["run"];

export async function admin(run: Run, environment: Environment, ...words: string[]): Promise<any> {
  const { code, stdout, stderr } = await run(["admin", ...words, "--json"], environment);
  if (code !== 0) throw new Error(stderr || stdout);
  return JSON.parse(stdout);
}
