/**
 * Escapes invisible characters, such as marks that turn the direction of text, so that text shows a
 * person the same words in the same order as it tells an assistant.
 */
export function visible(text: string): string {
  return text.replaceAll(HIDDEN, (hidden) => hidden.split("").map(escaped).join(""));
}

/** Keeps lines and tabs, for text that will be JSON, where they hide nothing. */
export function visibleLines(text: string): string {
  return text.replaceAll(/[^\n\t]+/g, visible);
}

/** Leaves the same characters out, where an escape would be as odd as they are: in the name of a file. */
export function withoutHidden(text: string): string {
  return text.replaceAll(HIDDEN, "");
}

export function quoted(name: string): string {
  return visible(JSON.stringify(name));
}

const JOINING = String.raw`[\p{Join_Control}\p{Variation_Selector}\u034f]`;

/**
 * Format and control characters, line separators, and everything else that fonts show as nothing:
 * blank letters, the variation selectors that no font needs, and code points reserved for such.
 * Joining characters are never three in a row.
 */
const HIDDEN = new RegExp(
  [
    String.raw`[[\p{Cf}\p{Default_Ignorable_Code_Point}]--${JOINING}]`,
    String.raw`[\p{Cc}\p{Zl}\p{Zp}\u2800\u{e0100}-\u{e01ef}]`,
    `${JOINING}{3,}`,
  ].join("|"),
  "gv",
);

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
