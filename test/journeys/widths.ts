import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { lastingFaults, resize } from "./redrawn.ts";

/** From a phone to a laptop; one of 1,280 px at 125 % zoom has 1,024. */
export const WIDTHS = [1280, 1024, 768, 640, 360] as const;

/** Asserts at the present width that the page does not run off its side, and that the name of each row is seen. */
export async function assertNamesSeen(page: Page, where: string): Promise<void> {
  assert.deepEqual(await lastingFaults(page, UNSEEN), [], `${where}: names that are not seen`);
}

/** Does so at each width. */
export async function inspectNames(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await resize(page, { width, height: 800 });
    await assertNamesSeen(page, `${name}, ${width} px`);
  }
  await resize(page, { width: 1280, height: 800 });
}

const NAMES = [
  "[role=grid] td [id^=row-]",
  "main th[scope=row]",
  "#review li a",
  "[data-rule] button[id$=-name]",
  "main li > div > label",
].join(", ");

/** Names with less room than they need; a long one is read by its first letters. */
const UNSEEN = `(() => {
  const ENOUGH_PX = 120;
  const ruler = document.createElement("canvas").getContext("2d");
  const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const unseen = [...document.querySelectorAll("${NAMES}")]
    .filter((element) => element.checkVisibility() && !element.closest("[class~=sr-only]"))
    // For screen readers alone at some widths.
    .filter((element) => getComputedStyle(element).position !== "absolute")
    .flatMap((element) => {
      const text = element.innerText.split("\\n")[0].trim();
      ruler.font = getComputedStyle(element).font;
      const cell = element.closest("td, th, span.block") ?? element;
      const { left, width } = element.getBoundingClientRect();
      const room = Math.min(width, cell.getBoundingClientRect().right - left);
      const needed = Math.min(ENOUGH_PX, ruler.measureText(text).width * 0.9);
      return room >= needed ? [] : [text + " has " + Math.round(room) + " of " + Math.round(needed) + " px"];
    });
  return over > 0 ? ["the page runs off by " + over + " px", ...unseen] : unseen;
})()`;
