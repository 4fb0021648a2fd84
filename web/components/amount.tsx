import { Fragment } from "react";
import { money } from "../numbers.ts";
import { piecesOf } from "./whole-amounts.ts";

/** `+€12.50`, `−€12.50`: not colour alone, but the sign too tells money in from money out. */
export function Amount({ minor, currency }: { readonly minor: number; readonly currency: string }) {
  return (
    <span className={`whitespace-nowrap ${minor > 0 ? "text-good" : ""}`}>
      {signed(minor, currency)}
    </span>
  );
}

/** A sentence in which no line ends between the sign and the figures of an amount. */
export function WholeAmounts({ children }: { readonly children: string }) {
  return piecesOf(children).map(({ text, isAmount, at }) =>
    isAmount ? (
      <span className="whitespace-nowrap" key={at}>
        {text}
      </span>
    ) : (
      <Fragment key={at}>{text}</Fragment>
    ),
  );
}

export function signed(minor: number, currency: string): string {
  const sign = minor > 0 ? "+" : minor < 0 ? "−" : "";
  return `${sign}${money(Math.abs(minor), currency)}`;
}
