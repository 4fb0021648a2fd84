import { money } from "../numbers.ts";

/** `+€12.50`, `−€12.50`: the sign tells money in from money out, not colour alone. */
export function Amount({ minor, currency }: { readonly minor: number; readonly currency: string }) {
  return (
    <span className={`whitespace-nowrap ${minor > 0 ? "text-good" : ""}`}>
      {signed(minor, currency)}
    </span>
  );
}

/** An amount with its sign, as text. */
export function signed(minor: number, currency: string): string {
  const sign = minor > 0 ? "+" : minor < 0 ? "−" : "";
  return `${sign}${money(Math.abs(minor), currency)}`;
}
