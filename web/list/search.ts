/** Search field of a list. The route searches by `q`. */
export type SearchField = {
  /** Label of the field: `Search names and e-mail addresses`. */
  readonly label: string;
  /** Placeholder on narrow screens, where a longer label would be cut. */
  readonly brief?: string;
};

export function searchIn(
  field: SearchField | undefined,
  { q }: Readonly<Record<string, string | undefined>>,
): { readonly q?: string } {
  const text = q?.trim() ?? "";
  return field === undefined || text === "" ? {} : { q: text };
}

/** Text of the field, the search last seen in the address, and the search last sent. */
export type Typed = { readonly text: string; readonly seen: string; readonly sent: string };

/**
 * Follows the address. The field's own search keeps what is being typed; any other search replaces it.
 */
export function following(typed: Typed, q: string): Typed {
  if (typed.seen === q) return typed;
  return q === typed.sent ? { ...typed, seen: q } : { text: q, seen: q, sent: q };
}
