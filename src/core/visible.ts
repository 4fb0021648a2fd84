/**
 * Text in which what cannot be seen is escaped, such as marks that turn the direction of text around:
 * it cannot hide from a person what it tells an assistant, nor stand in another order than it is read.
 */
export function visible(text: string): string {
  return text.replaceAll(HIDDEN, (hidden) => hidden.split("").map(escaped).join(""));
}

/** A name in a sentence, in quotes. */
export function quoted(name: string): string {
  return visible(JSON.stringify(name));
}

/**
 * Format and control characters, separators of lines, blank letters, and the variation selectors that
 * no font needs. Joiners and the other selectors are part of scripts and emoji, but never three at once.
 */
const HIDDEN = new RegExp(
  [
    String.raw`[\p{Cf}--\p{Join_Control}]`,
    String.raw`[\p{Cc}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]`,
    String.raw`[\u{e0100}-\u{e01ef}]`,
    String.raw`[\p{Join_Control}\p{Variation_Selector}]{3,}`,
  ].join("|"),
  "gv",
);

/** `\u202e`, of one unit of UTF-16. */
function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
