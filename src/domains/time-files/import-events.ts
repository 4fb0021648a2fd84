import { z } from "zod";
import type { Context } from "../../db/context.ts";
import { ImportedTime } from "./import-time.ts";

/** Progress of an import, then its end. */
export const ImportEvent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("progress"), done: z.int(), total: z.int() }),
  ImportedTime.extend({ kind: z.literal("done") }),
]);

export type ImportEvent = z.output<typeof ImportEvent>;

/**
 * Runs an import and tells its progress while it runs. Once nobody listens, the next progress fails, and
 * nothing is imported.
 */
export function importEvents(
  context: Context,
  run: (context: Context) => Promise<ImportedTime>,
): AsyncIterable<ImportEvent> {
  return new ReadableStream<ImportEvent>({
    start: async (listener) => {
      const progress = (done: number, total: number) =>
        listener.enqueue({ kind: "progress", done, total });
      try {
        listener.enqueue({ kind: "done", ...(await run({ ...context, progress })) });
        listener.close();
      } catch (error) {
        listener.error(error);
      }
    },
  });
}
