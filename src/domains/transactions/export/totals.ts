import type { Row } from "../transaction.ts";
import type { Line } from "./lines.ts";

type Tax = Pick<Row, "tax_rate_bp" | "tax_type">;

/** Totals of the lines that count, in one currency or all in the team's. */
export type Total = {
  readonly label: string;
  readonly currency: string | null;
  /** Set for the total of one tax rate. */
  readonly tax: Tax | null;
  /** Number of all lines, and of the ones that count. */
  readonly count: number;
  readonly counts: number;
  /** Lines that count and have no rate: they are not in `base`. */
  readonly unrated: number;
  readonly minor: bigint;
  readonly base: bigint;
  readonly tax_minor: bigint;
};

type Group = Omit<Total, "label">;

/** Sums up lines while they are written, so that the totals are of these very lines. */
export class Totals {
  readonly #groups = new Map<string, Group>();

  add(line: Line): void {
    const { row, minor, tax } = line;
    const way = minor > 0 ? "in" : "out";
    const { tax_rate_bp, tax_type } = tax;
    const hasTax = tax_rate_bp !== null || tax_type !== null;
    const { currency } = row;
    this.#addTo(`${way} ${currency}`, { currency, tax: null }, line);
    this.#addTo(`all ${currency}`, { currency, tax: null }, line);
    this.#addTo(`${way} `, { currency: null, tax: null }, line);
    this.#addTo("all ", { currency: null, tax: null }, line);
    if (!hasTax || !line.counts) return;
    const named = { tax_rate_bp, tax_type };
    this.#addTo(`tax ${currency} ${JSON.stringify(named)}`, { currency, tax: named }, line);
  }

  /** In, out and all of each currency, then by tax rate, then of all currencies where there are several. */
  lines({ hasTaxes }: { readonly hasTaxes: boolean }): readonly Total[] {
    const currencies = [...this.#groups.keys()]
      .flatMap((key) => (key.startsWith("all ") && key !== "all " ? [key.slice(4)] : []))
      .toSorted();
    const three = (currency: string | null) =>
      SUMS.map(({ way, label }) => {
        const group = this.#groups.get(`${way} ${currency ?? ""}`);
        return { ...(group ?? { ...NOTHING, currency, tax: null }), label };
      });
    return [
      ...currencies.flatMap(three),
      ...(hasTaxes ? this.#taxes() : []),
      ...(currencies.length > 1 ? three(null) : []),
    ];
  }

  #taxes(): readonly Total[] {
    return [...this.#groups]
      .filter(([key]) => key.startsWith("tax "))
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, group]) => ({ ...group, label: "Total of a tax" }));
  }

  #addTo(key: string, of: Pick<Group, "currency" | "tax">, line: Line): void {
    const group = this.#groups.get(key) ?? { ...of, ...NOTHING };
    const { minor, base, tax, counts } = line;
    const counting = counts ? 1 : 0;
    this.#groups.set(key, {
      ...group,
      count: group.count + 1,
      counts: group.counts + counting,
      unrated: group.unrated + (base === null ? counting : 0),
      minor: group.minor + (counts ? BigInt(minor) : 0n),
      base: group.base + (counts ? BigInt(base ?? 0) : 0n),
      tax_minor: group.tax_minor + (counts ? BigInt(tax.tax_minor ?? 0) : 0n),
    });
  }
}

const SUMS = [
  { way: "in", label: "Total in" },
  { way: "out", label: "Total out" },
  { way: "all", label: "Total" },
] as const;

const NOTHING = { count: 0, counts: 0, unrated: 0, minor: 0n, base: 0n, tax_minor: 0n };
