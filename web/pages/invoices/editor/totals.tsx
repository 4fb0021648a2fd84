import type { ReactNode } from "react";
import type { TotalsReading } from "../../../../src/shared/invoice-totals.ts";
import { Shape } from "../../../components/shapes.tsx";
import { money } from "../../../numbers.ts";
import { percent } from "./decimals.ts";

type TotalsProps = {
  readonly reading: TotalsReading;
  readonly currency: string;
  readonly pricesIncludeTax: boolean;
  /** Field of the document's discount, or the button that opens it. Minor units come off. */
  readonly discount: (minor: number) => ReactNode;
};

/** Sums of the document, from the same arithmetic as the PDF's. */
export function DraftTotals({ reading, currency, pricesIncludeTax, discount }: TotalsProps) {
  if (reading.state === "refused")
    return (
      <div className="invoice-totals">
        {discount(0)}
        <p className="flex gap-1.5 font-medium text-bad" role="alert">
          <span className="pt-0.5">
            <Shape tone="bad" />
          </span>
          {reading.why}
        </p>
      </div>
    );
  const { value } = reading;
  const hasTax = value.taxes.length > 0;
  return (
    <div className="invoice-totals">
      {hasTax || value.discount > 0 ? (
        <Sum label={pricesIncludeTax && hasTax ? "Subtotal with tax" : "Subtotal"}>
          {money(value.subtotal, currency)}
        </Sum>
      ) : null}
      {discount(value.discount)}
      {hasTax && !pricesIncludeTax && value.discount > 0 ? (
        <Sum label="Without tax">{money(value.net, currency)}</Sum>
      ) : null}
      {pricesIncludeTax ? null : <Taxes currency={currency} taxes={value.taxes} />}
      <p className="ruled-sum text-section">
        <span>Total</span>
        <output aria-label="Total">{money(value.total, currency)}</output>
      </p>
      {pricesIncludeTax ? <Taxes currency={currency} isIncluded taxes={value.taxes} /> : null}
    </div>
  );
}

type TaxesProps = {
  readonly taxes: readonly { category: string; bp: number; net: number; tax: number }[];
  readonly currency: string;
  readonly isIncluded?: true;
};

export function Taxes({ taxes, currency, isIncluded }: TaxesProps) {
  return taxes.map(({ category, bp, net, tax }) => (
    <Sum
      key={`${category} ${bp}`}
      label={`${isIncluded === true ? "Includes tax" : "Tax"} ${percent(bp)} % on ${money(net, currency)}`}
    >
      {money(tax, currency)}
    </Sum>
  ));
}

type SumProps = { readonly label: string; readonly children: ReactNode };

export function Sum({ label, children }: SumProps) {
  return (
    <p className="flex justify-between gap-x-4">
      <span className="text-ink2">{label}</span>
      <span className="whitespace-nowrap">{children}</span>
    </p>
  );
}
