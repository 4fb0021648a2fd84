import type { Page } from "playwright-core";

/**
 * Runs a script that finds faults of the layout, and runs it again while it finds some: a page draws itself for
 * a new size in several frames.
 * @returns the faults that last
 */
export async function lastingFaults(page: Page, script: string): Promise<readonly unknown[]> {
  const end = Date.now() + PATIENCE_MS;
  await page.evaluate(TWO_FRAMES);
  let faults: readonly unknown[] = await page.evaluate(script);
  while (faults.length > 0 && Date.now() < end) {
    await page.waitForTimeout(50);
    faults = await page.evaluate(script);
  }
  return faults;
}

const TWO_FRAMES =
  "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))";
const PATIENCE_MS = 2000;
