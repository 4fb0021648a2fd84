import { money } from "../numbers.ts";

/** `+€12.50`, `−€12.50`: not colour alone, but the sign too tells money in from money out. */
export function Amount({ minor, currency }: { readonly minor: number; readonly currency: string }) {
  return (
    <span className={`whitespace-nowrap ${minor > 0 ? "text-good" : ""}`}>
      {signed(minor, currency)}
    </span>
  );
}

export function signed(minor: number, currency: string): string {
  const sign = minor > 0 ? "+" : minor < 0 ? "−" : "";
  return `${sign}${money(Math.abs(minor), currency)}`;
}
