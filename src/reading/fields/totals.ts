import type { PaperFields, PaperProblem, PaperTax, Sure } from "../../shared/paper.ts";
import { distinctRows, type Entry, entriesOf, isShare, type Money } from "./entries.ts";
import { placedField, type Reading, type Span } from "./page-lines.ts";
import { noTaxOf, taxesAsFields } from "./tax-fields.ts";
import { type TaxBlock, taxBlocksOf } from "./tax-rows.ts";

export type TotalFields = Pick<
  PaperFields,
  | "amount_minor"
  | "payable_minor"
  | "prepaid_minor"
  | "tax_minor"
  | "tax_rate_bp"
  | "tax_type"
  | "taxes"
>;

export type ReadTotals = {
  readonly fields: TotalFields;
  readonly problem: PaperProblem | null;
  /** Cash was given, or a change given back. */
  readonly isCash: boolean;
  /** All amounts that are called a total, for comparing with an e-invoice. */
  readonly named: readonly number[];
};

/** A sum that holds for a total. */
export type Proof = {
  readonly tax: number | null;
  readonly taxSpan: Span | null;
  readonly rows: readonly PaperTax[] | null;
  /** A rounded share holds for several totals, so that a digit may be misread. */
  readonly isLoose?: boolean;
};

export type Gross = { readonly entry: Entry; readonly proof: Proof | null; readonly sure: Sure };

/** Amounts that are compared with each other; a bill of many pages has its sums at either end. */
const MOST_ENTRIES = 160;

/** Amounts of a paper: the total, what is paid and to be paid, and its taxes. */
export function readTotals(reading: Reading, money: Money, isCredit: boolean): ReadTotals {
  const found = entriesOf(reading, money);
  const all =
    found.length <= MOST_ENTRIES
      ? found
      : [...found.slice(0, MOST_ENTRIES / 2), ...found.slice(-MOST_ENTRIES / 2)];
  const blocks = taxBlocksOf(reading, money);
  const noTax = noTaxOf(reading);
  const gross = grossOf(all, blocks, noTax !== null);
  const differs = gross !== null && gross.proof === null && isContradicted(gross.entry, all);
  const sure: Sure = gross === null || differs ? "low" : gross.sure;
  // A credit note prints its amounts above or below zero, and means the latter.
  const turn = isCredit && gross !== null && gross.entry.minor > 0 ? -1 : 1;
  const signed = (minor: number) => (minor === 0 ? 0 : minor * turn);
  return {
    fields: {
      ...(gross !== null && {
        amount_minor: placedField(reading, gross.entry.figure, signed(gross.entry.minor), sure),
        ...paidFields(reading, all, gross, signed),
      }),
      ...taxesAsFields(reading, { all, gross, noTax, differs }, signed),
    },
    problem: differs ? "sums_differ" : null,
    isCash: all.some(({ kind }) => kind === "change"),
    named: all.filter(isTotalEntry).map(({ minor }) => signed(minor)),
  };
}

function isTotalEntry({ kind }: Entry): boolean {
  return kind === "gross" || kind === "total" || kind === "payable";
}

/**
 * The total: of the amounts that are called so, the largest for which a sum holds; else the one with the
 * best label.
 */
function grossOf(
  all: readonly Entry[],
  blocks: readonly TaxBlock[],
  isNoTax: boolean,
): Gross | null {
  const named = all.filter((entry) => isTotalEntry(entry) && entry.minor !== 0);
  if (named.length === 0) return fromPayment(all);
  const proven = named.flatMap((entry) => {
    const proof = proofOf(entry, all, blocks, isNoTax);
    return proof === null ? [] : [{ entry, proof }];
  });
  const size = ({ entry }: { readonly entry: Entry }) => Math.abs(entry.minor);
  const best = proven.toSorted(
    (one, other) => size(other) - size(one) || rankOf(other.entry, all) - rankOf(one.entry, all),
  )[0];
  if (best !== undefined) {
    const isLargest = named.every(
      (entry) =>
        Math.abs(entry.minor) <= size(best) ||
        entry.points < 2 ||
        isExplained(entry, best.entry, all),
    );
    const isGuessable = best.proof.isLoose === true && best.entry.figure.piece.isMisread;
    const isPrintedAgain = rankOf(best.entry, all) > best.entry.points;
    return {
      ...best,
      sure: isLargest && (!isGuessable || isPrintedAgain) ? "high" : "medium",
    };
  }
  return fromLabels(named, all);
}

function fromLabels(named: readonly Entry[], all: readonly Entry[]): Gross | null {
  const bills = named.filter(({ kind }) => kind !== "payable");
  const payable = named.filter(({ kind }) => kind === "payable");
  const [first, ...others] = ranked(bills.length > 0 ? bills : payable, all);
  if (first === undefined) return null;
  // A plain total below what is to be paid is one before tax.
  const larger = payable.find(
    ({ minor }) => first.kind === "total" && Math.abs(minor) > Math.abs(first.minor),
  );
  const entry = larger ?? first;
  const rival = others.find(
    (other) => other.minor !== entry.minor && rankOf(other, all) >= rankOf(entry, all) - 0.5,
  );
  const isPartial =
    bills.length === 0 && all.some(({ kind, minor }) => kind === "prepaid" && minor !== 0);
  const isWeak = entry.points < 2 || rival !== undefined || isPartial || larger !== undefined;
  return { entry, proof: null, sure: isWeak ? "low" : "medium" };
}

function ranked(entries: readonly Entry[], all: readonly Entry[]): readonly Entry[] {
  return entries.toSorted(
    (one, other) =>
      rankOf(other, all) - rankOf(one, all) || Math.abs(other.minor) - Math.abs(one.minor),
  );
}

/** The same amount elsewhere, as on the slip of a card, speaks for it. */
function rankOf(entry: Entry, all: readonly Entry[]): number {
  const again = all.filter(
    (other) =>
      other.figure !== entry.figure &&
      Math.abs(other.minor) === Math.abs(entry.minor) &&
      (isTotalEntry(other) || other.kind === "card" || other.kind === "given"),
  );
  return entry.points + Math.min(new Set(again.map(({ kind }) => kind)).size, 2) * 0.75;
}

/** Without a total: what was paid by card, or given less the change. */
function fromPayment(all: readonly Entry[]): Gross | null {
  const cards = all.filter(({ kind, minor }) => kind === "card" && minor > 0);
  const card = cards[0];
  if (card !== undefined && cards.every(({ minor }) => minor === card.minor))
    return { entry: card, proof: null, sure: "low" };
  return null;
}

/** An amount above the total that the paper explains: what was due before, or the cash that was given. */
function isExplained(entry: Entry, gross: Entry, all: readonly Entry[]): boolean {
  return all.some(
    ({ kind, minor }) =>
      (kind === "prepaid" || kind === "rounding" || kind === "none") &&
      Math.abs(Math.abs(gross.minor) + Math.abs(minor) - Math.abs(entry.minor)) === 0 &&
      entry.kind === "payable",
  );
}

function proofOf(
  gross: Entry,
  all: readonly Entry[],
  blocks: readonly TaxBlock[],
  isNoTax: boolean,
): Proof | null {
  return (
    proofByRows(gross, blocks) ??
    proofByNet(gross, all, isNoTax) ??
    proofByRate(gross, all) ??
    proofByCash(gross, all)
  );
}

function proofByRows(gross: Entry, blocks: readonly TaxBlock[]): Proof | null {
  const block = blocks.find(({ net, tax }) => net + tax === gross.minor);
  if (block === undefined) return null;
  return { tax: block.tax, taxSpan: block.rows[0]?.figure ?? null, rows: block.rows };
}

/** Net and tax, one of each or all of them. */
function proofByNet(gross: Entry, all: readonly Entry[], isNoTax: boolean): Proof | null {
  const taxes = all.filter(({ kind }) => kind === "tax");
  const nets = all.filter(({ kind, figure }) => kind === "net" && figure !== gross.figure);
  const before = all.filter(
    ({ kind, minor, figure }) =>
      kind === "total" && figure !== gross.figure && Math.abs(minor) < Math.abs(gross.minor),
  );
  const rows = distinctRows(taxes);
  const taxOptions = [
    ...sumOptions(rows),
    ...taxes.map((tax) => ({ tax: tax.minor, entries: [tax] })),
  ];
  const netOptions = [...nets, ...before].map(({ minor }) => minor);
  const allNets = distinctRows(nets).reduce((sum, { minor }) => sum + minor, 0);
  for (const { tax, entries } of taxOptions)
    if (tax !== 0 && [...netOptions, allNets].some((net) => net !== 0 && net + tax === gross.minor))
      return {
        tax,
        taxSpan: entries[0]?.figure ?? null,
        rows: rowsOfEntries(entries, gross.minor - tax),
      };
  const isZero = isNoTax || taxes.some(({ minor }) => minor === 0);
  if (
    isZero &&
    nets.some(({ minor }) => minor === gross.minor) &&
    taxes.every(({ minor }) => minor === 0)
  )
    return { tax: 0, taxSpan: taxes[0]?.figure ?? null, rows: null };
  return null;
}

function sumOptions(
  entries: readonly Entry[],
): readonly { readonly tax: number; readonly entries: readonly Entry[] }[] {
  const rated = entries.filter(({ rateBp }) => rateBp !== null);
  const rates = new Set(rated.map(({ rateBp }) => rateBp));
  return [
    rated.length > 1 && rates.size === rated.length ? rated : [],
    entries.length > 1 ? entries : [],
  ]
    .filter((rows) => rows.length > 1)
    .map((rows) => ({ tax: rows.reduce((sum, { minor }) => sum + minor, 0), entries: rows }));
}

function rowsOfEntries(entries: readonly Entry[], net: number): readonly PaperTax[] | null {
  const rows = entries.flatMap(({ rateBp, minor }) =>
    rateBp === null ? [] : [{ rate_bp: rateBp, net_minor: null, tax_minor: minor }],
  );
  if (rows.length !== entries.length) return null;
  const [only] = rows;
  if (only === undefined || rows.length > 1) return rows;
  if (!isShare(net, only.tax_minor, only.rate_bp)) return null;
  return [{ ...only, net_minor: net }];
}

/** `incl. 19 % VAT 19.00` of a total of 119.00, on a paper with one rate. */
function proofByRate(gross: Entry, all: readonly Entry[]): Proof | null {
  const taxes = all.filter(({ kind }) => kind === "tax");
  const rates = new Set(taxes.flatMap(({ rateBp }) => rateBp ?? []));
  const [bp] = rates;
  if (bp === undefined || bp === 0 || rates.size > 1) return null;
  const tax = taxes.find(
    ({ minor, figure }) =>
      minor !== 0 &&
      figure !== gross.figure &&
      Math.abs(minor - (gross.minor * bp) / (10_000 + bp)) < 1 &&
      Math.abs(minor) >= LEAST_TAX,
  );
  if (tax === undefined) return null;
  return {
    tax: tax.minor,
    taxSpan: tax.figure,
    rows: [{ rate_bp: bp, net_minor: gross.minor - tax.minor, tax_minor: tax.minor }],
    isLoose: true,
  };
}

/** Below some minor units of tax, many totals would have the same. */
const LEAST_TAX = 20;

/** Cash that was given, less the change. */
function proofByCash(gross: Entry, all: readonly Entry[]): Proof | null {
  const given = all.filter(({ kind }) => kind === "given" || kind === "card");
  const holds = all.some(
    (change) =>
      change.kind === "change" &&
      change.minor !== 0 &&
      given.some(({ minor }) => minor - Math.abs(change.minor) === gross.minor),
  );
  return holds ? { tax: null, taxSpan: null, rows: null } : null;
}

/** One net, one tax and one total that do not agree, with nothing that explains the difference. */
function isContradicted(gross: Entry, all: readonly Entry[]): boolean {
  const nets = new Set(all.filter(({ kind }) => kind === "net").map(({ minor }) => minor));
  const taxes = new Set(all.filter(({ kind }) => kind === "tax").map(({ minor }) => minor));
  if (nets.size !== 1 || taxes.size !== 1) return false;
  const [[net = 0], [tax = 0]] = [[...nets], [...taxes]];
  const rest = gross.minor - net - tax;
  if (rest === 0) return false;
  const others = all.filter(
    ({ kind }) => kind === "none" || kind === "rounding" || kind === "prepaid",
  );
  return !others.some(({ minor }) => Math.abs(minor) === Math.abs(rest));
}

/** Amounts still to be paid and paid before, where they differ from the total. */
function paidFields(
  reading: Reading,
  all: readonly Entry[],
  gross: Gross,
  signed: (minor: number) => number,
): Pick<TotalFields, "payable_minor" | "prepaid_minor"> {
  const total = gross.entry.minor;
  const payables = all.filter(({ kind, minor }) => kind === "payable" && minor !== total);
  const prepaids = all.filter(({ kind, minor }) => kind === "prepaid" && minor !== 0);
  const roundings = all.filter(({ kind }) => kind === "rounding");
  for (const payable of payables) {
    const prepaid = prepaids.find(({ minor }) => total - Math.abs(minor) === payable.minor);
    if (prepaid !== undefined)
      return {
        payable_minor: placedField(
          reading,
          payable.figure,
          signed(payable.minor),
          gross.proof === null ? "medium" : "high",
        ),
        prepaid_minor: placedField(
          reading,
          prepaid.figure,
          signed(Math.abs(prepaid.minor)),
          gross.proof === null ? "medium" : "high",
        ),
      };
    if (roundings.some(({ minor }) => Math.abs(payable.minor - total) === Math.abs(minor)))
      return {
        payable_minor: placedField(reading, payable.figure, signed(payable.minor), "medium"),
      };
  }
  const [payable] = payables;
  if (payable === undefined || new Set(payables.map(({ minor }) => minor)).size > 1) return {};
  const isBelow = Math.abs(payable.minor) < Math.abs(total);
  return {
    payable_minor: placedField(
      reading,
      payable.figure,
      signed(payable.minor),
      isBelow ? "medium" : "low",
    ),
  };
}
