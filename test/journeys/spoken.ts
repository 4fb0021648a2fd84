import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";

/** Announcement of a live region. An alert interrupts what is read. */
type Announcement = { readonly how: "alert" | "polite"; readonly words: string };

/** Collects what live regions announce, from now on and on each page that is loaded later. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(LISTEN);
  await page.evaluate(LISTEN);
}

/** Waits for an announcement of these words, and forgets those up to it. */
export async function hears(
  page: Page,
  words: string | RegExp,
  how: Announcement["how"] = "polite",
): Promise<void> {
  const isIt = (one: Announcement) =>
    one.how === how && (typeof words === "string" ? one.words === words : words.test(one.words));
  const end = Date.now() + PATIENCE_MS;
  let said = await heard(page);
  while (!said.some(isIt) && Date.now() < end) {
    await page.waitForTimeout(20);
    said = await heard(page);
  }
  assert.ok(said.some(isIt), `not announced: ${words}, but ${JSON.stringify(said)}`);
  await page.evaluate(`window.announced.splice(0, ${said.findIndex(isIt) + 1})`);
}

const PATIENCE_MS = 5000;

/** Announcements that no call of hears has taken. */
export async function heard(page: Page): Promise<readonly Announcement[]> {
  return (await page.evaluate("window.announced")) as readonly Announcement[];
}

/**
 * Screen readers announce a change within a live region that was in the document before it, and an alert
 * also when it appears. A region that is added with its text is silent.
 */
const LISTEN = `(() => {
  window.announced = [];
  const LIVE = "[aria-live]:not([aria-live=off]), [role=status], [role=alert], output";
  const WHOLE = "[role=status], [role=alert], output, [aria-atomic=true]";
  const textOf = (nodes) =>
    nodes.map((node) => node.innerText ?? node.textContent).join(" ").replace(/\\s+/g, " ").trim();
  const isHidden = (region) => !region.checkVisibility() || region.closest("[aria-hidden=true], [inert]");
  new MutationObserver((changes) => {
    const told = new Map();
    for (const { target, addedNodes } of changes) {
      for (const added of addedNodes) {
        if (!(added instanceof Element)) continue;
        const alerts = [added, ...added.querySelectorAll("*")].filter((one) => one.matches("[role=alert]"));
        for (const alert of alerts) told.set(alert, [alert]);
      }
      const region = (target instanceof Element ? target : target.parentElement)?.closest(LIVE);
      if (region == null) continue;
      if (region.matches(WHOLE)) told.set(region, [region]);
      else {
        const added = addedNodes.length > 0 ? [...addedNodes] : target instanceof Element ? [] : [target];
        told.set(region, [...(told.get(region) ?? []), ...added]);
      }
    }
    for (const [region, nodes] of told) {
      const words = textOf(nodes);
      const isAlert = region.matches("[role=alert], [aria-live=assertive]");
      if (words !== "" && !isHidden(region))
        window.announced.push({ how: isAlert ? "alert" : "polite", words });
    }
  }).observe(document, { characterData: true, childList: true, subtree: true });
})()`;

/** A node of the accessibility tree. */
type Spoken = {
  readonly role: string;
  readonly name: string | null;
  readonly level: number | null;
};

/** The accessibility tree below an element, as a screen reader walks it. */
export async function spokenOf(root: Locator): Promise<readonly Spoken[]> {
  const lines = (await root.ariaSnapshot()).split("\n");
  return lines.flatMap((line) => {
    const found = /^\s*- '?([a-z]+)(?: ("(?:[^"\\]|\\.)*"|\/.*\/))?((?: \[[^\]]*\])*)/.exec(line);
    const [, role, name = null, states = ""] = found ?? [];
    if (role === undefined || role === "text") return [];
    return [{ role, name, level: Number(/\[level=(\d)\]/.exec(states)?.[1] ?? 0) || null }];
  });
}
