import { join } from "node:path";
import type { BrowserContext } from "playwright-core";

export type Evidence = {
  /** Folder for the traces and screenshots of a journey that fails. */
  readonly folder: string;
  /** Puts the page at each step into the trace, which takes a tenth of the time more. */
  readonly snapshots: boolean;
};

let wanted: Evidence | null = null;
/** Browser contexts of the running journey, until they close or have left their evidence. */
const recorded = new Set<BrowserContext>();

/** Tells what to keep of the journeys that follow; null outside of `npm test`. */
export function wantEvidence(evidence: Evidence | null): void {
  wanted = evidence;
}

/** Records Playwright's trace of a context. */
export async function record(context: BrowserContext): Promise<void> {
  if (wanted === null) return;
  await context.tracing.start({ snapshots: wanted.snapshots });
  recorded.add(context);
  context.once("close", () => recorded.delete(context));
}

/** Keeps traces, and screenshots of open pages. It does so once: later failures often follow from the first. */
export async function keepEvidence(): Promise<void> {
  const contexts = [...recorded];
  recorded.clear();
  const { folder } = wanted ?? { folder: "" };
  const keeps = contexts.map(async (context, index) => {
    const shots = context.pages().map((page, number) => {
      return page.screenshot({ path: join(folder, `screenshot-${index}-${number}.png`) });
    });
    await Promise.allSettled(shots);
    await context.tracing.stop({ path: join(folder, `trace-${index}.zip`) });
  });
  // A browser that has crashed leaves nothing.
  await Promise.allSettled(keeps);
}
