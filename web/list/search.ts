/** Search field of a list. The route searches by `q`. */
export type SearchField = {
  /** Label of the field: `Search names and e-mail addresses`. */
  readonly label: string;
  /** Stands in the field on narrow screens, where a longer label would be cut. */
  readonly brief?: string;
};

/** The search in an address; none if it is empty or the list has no search. */
export function searchIn(
  field: SearchField | undefined,
  { q }: Readonly<Record<string, string | undefined>>,
): { readonly q?: string } {
  const text = q?.trim() ?? "";
  return field === undefined || text === "" ? {} : { q: text };
}

/** Text of the field, the search in the address that it follows, and the one that it sent last. */
export type Typed = { readonly text: string; readonly seen: string; readonly sent: string };

/** Follows the address: a search that was sent keeps what is being typed, any other replaces it. */
export function following(typed: Typed, q: string): Typed {
  if (typed.seen === q) return typed;
  return q === typed.sent ? { ...typed, seen: q } : { text: q, seen: q, sent: q };
}
