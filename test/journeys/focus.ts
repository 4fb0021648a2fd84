import assert from "node:assert/strict";
import type { Page } from "playwright-core";

/** Accessible name of the focused element. */
export async function focused(page: Page): Promise<string> {
  return String(await page.evaluate(NAME));
}

const NAME = `(() => {
  const element = document.activeElement;
  if (element === document.body) return "nothing";
  const ids = (element.getAttribute("aria-labelledby") ?? "").split(" ");
  const labels = ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
  const label = labels || element.getAttribute("aria-label") || element.labels?.[0]?.textContent;
  return (label ?? element.textContent).replace(/\\s+/g, " ").trim();
})()`;

/** Waits until an element of that accessible name has the focus: it moves a moment after what is shown. */
export async function hasFocus(page: Page, name: string | RegExp): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  let now = await focused(page);
  while (!isNamed(now, name) && Date.now() < end) {
    await page.waitForTimeout(20);
    now = await focused(page);
  }
  assert.ok(isNamed(now, name), `${now} has the focus, not ${name}`);
}

const PATIENCE_MS = 5000;

function isNamed(found: string, name: string | RegExp): boolean {
  return typeof name === "string" ? found === name : name.test(found);
}

/** Opens the focused menu, chooses an item with the arrow keys, and waits until the menu is gone. */
export async function chooseItem(page: Page, item: string | RegExp): Promise<void> {
  await page.keyboard.press("Enter");
  await page.locator("[role^=menuitem]:focus").waitFor();
  for (let step = 0; !isNamed(await focused(page), item); step += 1) {
    assert.ok(step < FARTHEST, `the menu has no ${item}`);
    await press(page, "ArrowDown");
  }
  await page.keyboard.press("Enter");
  await page.getByRole("menu").waitFor({ state: "detached" });
}

/** Presses a key, then waits for its effect as a person would. */
export async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.evaluate("new Promise(requestAnimationFrame)");
}

/** The keys of the timer work once it is loaded. */
export async function untilTimerKeys(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object(globalThis)
      .performance.getEntriesByType("resource")
      .some(({ name }: any) => name.endsWith("/timer")),
  );
  await page.evaluate("new Promise(requestAnimationFrame)");
}

/** Presses Tab until an element of that accessible name has the focus: it is reachable by keyboard. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  while (passed.length < FARTHEST) {
    await press(page, "Tab");
    const reached = await focused(page);
    assert.ok(await page.evaluate(IS_SEEN), `${reached} has the focus under something else`);
    if (isNamed(reached, name)) return;
    passed.push(reached);
  }
  assert.fail(`Tab does not lead to ${name}, but to ${passed.join(", ")}`);
}

/** Focus not obscured (WCAG 2.2, 2.4.11). A field counts with its label. */
const IS_SEEN = `(() => {
  const element = document.activeElement;
  if (element === document.body || element.matches("[data-base-ui-focus-guard]")) return true;
  const { x, y, width, height } = element.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return element.contains(top) || [...(element.labels ?? [])].some((label) => label.contains(top));
})()`;

const FARTHEST = 60;
