import { type Refusal, unreadable } from "../../../core/errors.ts";
import { counted } from "../../../shared/words.ts";

export const MOST_BYTES = 20 * 1024 * 1024;

const MOST_ROWS = 100_000;

export const LONGEST_TEXT = 100 * 1024;

const SPLIT = "choose a shorter period at the bank, and import the file in parts";

export function checkSize(bytes: number): void {
  if (bytes > MOST_BYTES) throw unreadable("The file is larger than 20 MiB", SPLIT);
}

export function checkRows(rows: number): void {
  if (rows > MOST_ROWS)
    throw unreadable(`The file has more than ${counted(MOST_ROWS, "row")}`, SPLIT);
}

export function checkText(length: number, line: number): void {
  if (length > LONGEST_TEXT) throw tooLongText(line);
}

export function tooLongText(line: number): Refusal {
  return unreadable(
    `Line ${line} of the file has a text of more than 100 KB`,
    "ask the bank for the file again",
  );
}
