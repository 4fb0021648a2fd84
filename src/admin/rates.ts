import { readFile, stat } from "node:fs/promises";
import { z } from "zod";
import { Refusal } from "../core/errors.ts";
import { LARGEST_FILE, readEcbFile } from "../domains/rates/ecb-file.ts";
import { loadRates } from "../domains/rates/load-rates.ts";
import { dayIn } from "../shared/time.ts";
import { type Command, command } from "./command.ts";

export const rateCommands: readonly Command[] = [
  command({
    name: "rates:load",
    purpose:
      "Loads exchange rates from a file of the European Central Bank: eurofxref-hist.zip, eurofxref.zip, or the CSV file in one of them. Rates that are there are corrected.",
    event: null,
    database: "up to date",
    options: z.strictObject({ file: z.string().min(1) }),
    operand: "file",
    run: async ({ baseContext }, { file }) => {
      const rates = await readEcbFile(await bytesOf(file), dayIn("UTC", baseContext.now));
      const { added, corrected, newest_day } = await loadRates(baseContext, rates, {
        corrects: true,
      });
      return { added, corrected, newestDay: newest_day };
    },
  }),
];

async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    if ((await stat(file)).size <= LARGEST_FILE) return await readFile(file);
  } catch (error) {
    throw unreadable(`${file} cannot be read (${codeOf(error)})`, error);
  }
  throw unreadable(`${file} is larger than ${LARGEST_FILE / 2 ** 20} MiB`);
}

function unreadable(message: string, cause?: unknown): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "file",
    message,
    next: "name a file of the ECB's reference rates, such as eurofxref-hist.zip",
    cause,
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
