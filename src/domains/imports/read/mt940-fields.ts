import { checkRows, checkText } from "./limits.ts";

/** A field of a SWIFT message: its tag without colons, and its lines as printed. */
export type Field = { readonly tag: string; readonly line: number; readonly lines: string[] };

/** Marks the end of a message. */
export const END = "-";

/** Other words between colons at the start of a line, such as `:NS:`, are text. */
const TAG = /^:(20|21|25P?|28C?|60[FM]|61|86|62[FM]|64|65|34F|13D?|90[CD]):/;

/** Frames of files that are no fields: blocks around a message, and its type. */
const FRAME = /^(?:\{\d:[^{}]*\})+$|^:94[02]:\s*$/;

/**
 * Fields in order, with a field `-` where a message ends. Lines outside of messages are dropped.
 * @throws Refusal for too long fields and too many rows
 */
export function splitFields(text: string): readonly Field[] {
  const fields: Field[] = [];
  let rows = 0;
  for (const [index, whole] of withoutControls(text)
    .split(/\r?\r?\n|\r/)
    .entries()) {
    const given = whole.replace(/^(?:\{[1235]:[^{}]*\})*\{4:/, "");
    if (FRAME.test(given)) continue;
    const tag = TAG.exec(given)?.[1];
    const last = fields.at(-1);
    const line = index + 1;
    if (tag !== undefined) fields.push({ tag, line, lines: [given.slice(tag.length + 2)] });
    else if (/^-(?:\}.*|XXX)?\s*$/.test(given)) fields.push({ tag: END, line, lines: [] });
    else if (last !== undefined && last.tag !== END) {
      last.lines.push(given);
      checkText(last.lines.length * 8 + given.length, line);
    }
    rows += tag === "61" ? 1 : 0;
    checkRows(rows);
  }
  return fields;
}

function withoutControls(text: string): string {
  return text.replaceAll(/(?![\t\n\r])\p{Cc}/gu, "");
}
