import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { lastingFaults, resize } from "./redrawn.ts";

/**
 * Adjustments that WCAG 2.2 grants readers (1.4.4, 1.4.10, 1.4.12): window, text size, text
 * spacing.
 */
const READERS = {
  "on a narrow screen": { width: 320, text: 16, spacing: "" },
  "with text twice as large": { width: 1280, text: 32, spacing: "" },
  "with spaced text": {
    width: 320,
    text: 16,
    spacing: `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-bottom: 2em !important; }`,
  },
} as const;

/** Touch target size; links within text are as high as their line. */
const TOUCH_PX = 44;

/**
 * Asserts that nothing overflows or is clipped under these adjustments, and that targets are large
 * enough.
 */
export async function inspectReflow(page: Page, name: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const read = async (width: number, text: number, spacing: string) => {
    await resize(page, { width, height: 640 });
    await browser.send("Page.setFontSizes", { fontSizes: { standard: text } });
    await page.evaluate(`{
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(${JSON.stringify(spacing)});
      document.adoptedStyleSheets = [sheet];
    }`);
  };
  for (const [reader, { width, text, spacing }] of Object.entries(READERS)) {
    await read(width, text, spacing);
    assert.deepEqual(await lastingFaults(page, CUT), [], `${name}, ${reader}`);
  }
  await read(360, 16, "");
  const small = await lastingFaults(page, `(${SMALL})(${TOUCH_PX})`);
  assert.deepEqual(small, [], `${name}, targets`);
  await resize(page, { width: 1280, height: 800 });
  await browser.detach();
}

/** Elements that overflow the page, or are clipped by their container. */
const CUT = `[...document.querySelectorAll("body, body *")]
  .filter((element) => element.checkVisibility() && !element.closest("[class*=sr-only]"))
  .filter((element) => {
    const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
    if (element === document.body)
      return document.documentElement.scrollWidth > document.documentElement.clientWidth;
    if (element.matches("input, select, textarea") || textOverflow === "ellipsis") return false;
    const isOver = (hides, whole, shown) => hides === "hidden" && whole > shown + 1;
    return isOver(overflowX, element.scrollWidth, element.clientWidth)
      || isOver(overflowY, element.scrollHeight, element.clientHeight);
  })
  .map((element) => element.outerHTML.slice(0, 200))`;

const PRESSED = ["button", "select", "input", "[role=switch]"]
  .flatMap((kind) => [`main ${kind}`, `[role=dialog] ${kind}`])
  .join(", ");
/** Targets below the minimum height; a field counts with its label. */
const SMALL = `(least) => [...document.querySelectorAll("${PRESSED}")]
  .filter((element) => element.checkVisibility() && !element.closest(".sr-only, [aria-hidden=true]"))
  .map((element) => ["radio", "checkbox"].includes(element.type) ? element.closest("label") ?? element : element)
  .filter((element) => {
    const after = getComputedStyle(element, "::after");
    const reach = after.content === "none" ? 0 : -parseFloat(after.top) - parseFloat(after.bottom);
    return element.getBoundingClientRect().height + (reach || 0) < least - 0.5;
  })
  .map((element) => element.outerHTML.slice(0, 200))`;
