/** An amount with what must stay on its line: sign, currency and figures, and `=` before it. */
const AMOUNT = /(?:= )?[+−-]?(?:[A-Z]{0,3}\p{Sc}|[A-Z]{3}\u00A0?)[\d.,]*\d/gu;

export type Piece = {
  readonly text: string;
  readonly isAmount: boolean;
  /** Place of its first character. */
  readonly at: number;
};

/** Splits a sentence into amounts and what stands between them: a line may end after a sign, and the amount begins the next. */
export function piecesOf(sentence: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: amount, index } of sentence.matchAll(AMOUNT)) {
    if (index > end) pieces.push({ text: sentence.slice(end, index), isAmount: false, at: end });
    pieces.push({ text: amount, isAmount: true, at: index });
    end = index + amount.length;
  }
  if (end < sentence.length) pieces.push({ text: sentence.slice(end), isAmount: false, at: end });
  return pieces;
}
