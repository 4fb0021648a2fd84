import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { resize } from "./redrawn.ts";

const SCREENS = [
  { width: 1280, height: 800 },
  { width: 360, height: 640 },
] as const;

/**
 * Asserts that the consent page shows what is asked for, choices, redirect host, account, Deny and Allow without
 * scrolling, and all but the first two after scrolling too.
 */
export async function inspectDecision(page: Page): Promise<void> {
  const deny = page.getByRole("button", { name: "Deny" });
  const allow = page.getByRole("button", { name: "Allow" });
  const host = page.locator(".host");
  const asked = page.getByText("Asks for").getByRole("link");
  const kept = [host, page.getByRole("link", { name: "Switch account" }), deny, allow];
  for (const screen of SCREENS) {
    await resize(page, screen);
    await page.evaluate("scrollTo(0, 0)");
    await assertInView([asked, ...(await page.locator("[name=access]").all()), ...kept], screen);
    await page.evaluate("scrollTo(0, document.body.scrollHeight)");
    await assertInView(kept, screen);
    const [above, denied, allowed] = await Promise.all([host, deny, allow].map(boxOf));
    assert.deepEqual([allowed?.width, allowed?.height], [denied?.width, denied?.height]);
    assert.ok((above?.y ?? Infinity) < (denied?.y ?? 0), `${screen.width} px`);
  }
  await resize(page, SCREENS[0]);
  await page.evaluate("scrollTo(0, 0)");
}

async function assertInView(
  parts: readonly Locator[],
  { width, height }: (typeof SCREENS)[number],
): Promise<void> {
  for (const part of parts) {
    const where = `${await part.evaluate((element: any) => element.outerHTML)} at ${width} px`;
    const box = await boxOf(part);
    assert.ok(box.x >= 0 && box.x + box.width <= width, where);
    assert.ok(box.y >= 0 && box.y + box.height <= height, where);
    assert.ok(await isUncovered(part), `something covers ${where}`);
  }
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  return box ?? assert.fail("it is not shown");
}

/** A field counts with its label. */
function isUncovered(part: Locator): Promise<boolean> {
  return part.evaluate((element: any) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const top = Object(globalThis).document.elementFromPoint(x + width / 2, y + height / 2);
    return [element, ...(element.labels ?? [])].some((seen) => seen.contains(top));
  });
}
