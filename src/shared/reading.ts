/** Meaning of a person's text. `Value` is what the field keeps. */
export type Reading<Value> =
  | { readonly state: "empty" }
  | { readonly state: "read"; readonly value: Value }
  | {
      readonly state: "refused";
      /** A sentence. */
      readonly why: string;
      /** Values that may be meant. */
      readonly offers: readonly Value[];
    };

export function readAs<Value>(value: Value): Reading<Value> {
  return { state: "read", value };
}

export function refusedFor<Value>(why: string, ...offers: readonly Value[]): Reading<Value> {
  return { state: "refused", why, offers };
}

/** Text with plain spaces, hyphens and no invisible marks, as people paste it from elsewhere. */
export function plain(text: string): string {
  return text
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/\s+/gu, " ")
    .replaceAll(/[\u2212\u2010\u2011]/gu, "-")
    .trim();
}
