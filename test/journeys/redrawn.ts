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

/**
 * Sets the size of the window, and waits until the page is drawn for it: until then a key or a measure would
 * mean the page of the old size.
 */
export async function resize(page: Page, size: Size): Promise<void> {
  const { width, height } = page.viewportSize() ?? {};
  if (width === size.width && height === size.height) return;
  await page.setViewportSize(size);
  await page.waitForFunction(HAS_WIDTH, size.width);
  await page.evaluate(TWO_FRAMES);
}

type Size = { readonly width: number; readonly height: number };

const HAS_WIDTH = (width: number) => Object(globalThis).innerWidth === width;
const TWO_FRAMES =
  "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))";
const PATIENCE_MS = 2000;
