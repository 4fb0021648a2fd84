import { divideRound } from "../../shared/fraction.ts";
import { NO_TAX, taxed } from "../transactions/tax.ts";
import type { Row } from "../transactions/transaction.ts";
import type { ItemRow } from "./item.ts";

export type Tax = Pick<Row, "tax_rate_bp" | "tax_type" | "tax_minor">;

export type TaxPaper = Pick<
  ItemRow,
  | "amount_minor"
  | "payable_minor"
  | "tax_minor"
  | "tax_rate_bp"
  | "tax_type"
  | "currency"
  | "vendor_key"
>;

type Payment = Pick<Row, "amount_minor" | "currency">;

type PaperTax = { readonly tax: Tax | null; readonly notices: readonly string[] };

/** A tip of up to a quarter and cash rounding leave the rate of the paper true enough. */
const MOST_TIP = { times: 5n, over: 4n };

/**
 * Tax that a payment has by its papers, with the payment's sign. It is the printed one where the payment is what the
 * papers ask for, and follows from the rate where it is less or in another currency. Null where no paper states any.
 */
export function taxByPapers(payment: Payment, papers: readonly TaxPaper[]): PaperTax {
  const stating = papers.filter(statesTax);
  if (stating.length === 0) return { tax: null, notices: [] };
  const counting = withoutSlips(payment, papers).filter(
    (paper) => paper.amount_minor !== null || statesTax(paper),
  );
  const rate = rateOf(counting);
  const severalRates = rate === null ? [SEVERAL_RATES] : [];
  const { gross, payable, printed } = sumsOf(counting);
  const paid = magnitude(BigInt(payment.amount_minor));
  const isSame = counting.every(
    ({ currency }) => (currency ?? payment.currency) === payment.currency,
  );
  const signed = (minor: bigint) => Number(payment.amount_minor < 0 ? -minor : minor);
  if (!isSame || gross === null || (paid < gross && paid !== payable)) {
    if (rate !== null) return { tax: taxed(payment.amount_minor, rate), notices: [] };
    const share =
      gross === null || gross === 0n || !isOneCurrency(counting)
        ? null
        : divideRound(printed * paid, gross);
    if (share === null) return { tax: null, notices: [NO_SHARE] };
    return { tax: { ...withoutRate(counting), tax_minor: signed(share) }, notices: severalRates };
  }
  const isLarger = paid !== payable && paid * MOST_TIP.over > gross * MOST_TIP.times;
  const kept = rate === null || isLarger ? withoutRate(counting) : rate;
  return {
    tax: { ...kept, tax_minor: signed(printed) },
    notices: isLarger ? [LARGER] : severalRates,
  };
}

const SEVERAL_RATES =
  "The papers have no single tax rate, so that the transaction has the sum of their taxes without a rate; split it by rate on its page in the web app.";
const LARGER =
  "The payment is larger than its papers, so that it has their printed tax without a rate.";
const NO_SHARE =
  "The papers state no single tax rate that could be applied to the payment, so that its tax was left as it is.";

/**
 * Leaves out the slips of cards, which would count the same purchase twice: a slip has the vendor and the amount of its
 * bill, and no tax.
 */
function withoutSlips(payment: Payment, papers: readonly TaxPaper[]): readonly TaxPaper[] {
  if (sumsOf(papers).gross === magnitude(BigInt(payment.amount_minor))) return papers;
  const isSlip = (slip: TaxPaper) =>
    !statesTax(slip) &&
    slip.vendor_key !== null &&
    papers.some(
      (bill) =>
        statesTax(bill) &&
        bill.vendor_key === slip.vendor_key &&
        bill.amount_minor === slip.amount_minor &&
        bill.currency === slip.currency,
    );
  return papers.filter((paper) => !isSlip(paper));
}

/**
 * Amounts that the papers of a payment ask for together, credit notes taken off. Null where one is in another currency.
 */
export function askedTogether(
  payment: Payment,
  papers: readonly TaxPaper[],
): { readonly amount_minor: number; readonly payable_minor: number } | null {
  const counting = withoutSlips(payment, papers);
  if (counting.some(({ currency }) => (currency ?? payment.currency) !== payment.currency))
    return null;
  const sum = (of: (paper: TaxPaper) => number | null) =>
    Number(counting.reduce((sum, paper) => sum + BigInt(of(paper) ?? 0), 0n));
  return {
    amount_minor: sum(({ amount_minor }) => amount_minor),
    payable_minor: sum(({ amount_minor, payable_minor }) => payable_minor ?? amount_minor),
  };
}

function statesTax({ tax_minor, tax_rate_bp }: TaxPaper): boolean {
  return tax_minor !== null || tax_rate_bp !== null;
}

/** Rate and type that all papers have. */
function rateOf(papers: readonly TaxPaper[]): Pick<Tax, "tax_rate_bp" | "tax_type"> | null {
  const [first] = papers;
  if (first === undefined || first.tax_rate_bp === null) return null;
  const { tax_rate_bp, tax_type } = first;
  const isOne = papers.every(
    (paper) => paper.tax_rate_bp === tax_rate_bp && paper.tax_type === tax_type,
  );
  return isOne ? { tax_rate_bp, tax_type: tax_type ?? VAT } : null;
}

const VAT = "VAT";

function withoutRate(papers: readonly TaxPaper[]): Pick<Tax, "tax_rate_bp" | "tax_type"> {
  const types = new Set(papers.filter(statesTax).map(({ tax_type }) => tax_type ?? VAT));
  return { ...NO_TAX, tax_type: types.size === 1 ? ([...types][0] ?? VAT) : VAT };
}

function isOneCurrency(papers: readonly TaxPaper[]): boolean {
  return new Set(papers.map(({ currency }) => currency)).size === 1;
}

/** Credit notes are below zero, and reduce what is paid with them. Gross is null where a paper does not tell it. */
function sumsOf(papers: readonly TaxPaper[]) {
  const sum = (of: (paper: TaxPaper) => number) =>
    magnitude(papers.reduce((sum, paper) => sum + BigInt(of(paper)), 0n));
  const isKnown = papers.every(({ amount_minor }) => amount_minor !== null);
  return {
    gross: isKnown ? sum(({ amount_minor }) => amount_minor ?? 0) : null,
    payable: isKnown
      ? sum(({ amount_minor, payable_minor }) => payable_minor ?? amount_minor ?? 0)
      : null,
    printed: sum(printedTax),
  };
}

/** Tax that a paper states has the sign of its amount, whichever way it was written. */
function printedTax(paper: TaxPaper): number {
  const { amount_minor, tax_minor } = paper;
  if (tax_minor === null) return taxed(amount_minor ?? 0, paper).tax_minor ?? 0;
  const size = Math.abs(tax_minor);
  return (amount_minor ?? 0) < 0 ? -size : size;
}

function magnitude(minor: bigint): bigint {
  return minor < 0n ? -minor : minor;
}
