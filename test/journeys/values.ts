import type { Page } from "playwright-core";

/** Waits until the field of a label that begins so has a value. */
export async function valueIs(page: Page, label: string, value: string): Promise<void> {
  await page.waitForFunction(
    ([label, value]) =>
      [...Object(globalThis).document.querySelectorAll("label")].some(
        (one: any) => one.textContent.startsWith(label) && one.control?.value === value,
      ),
    [label, value] as const,
  );
}
