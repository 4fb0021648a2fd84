import { signed } from "../../components/amount.tsx";

type Sum = { readonly currency: string; readonly in_minor: number; readonly out_minor: number };

/** Lines of totals: in, out and both of a single currency, or the sum of each of several. */
export function sumsOf(sums: readonly Sum[]): readonly string[] {
  const [only, ...others] = sums;
  if (only === undefined) return [];
  const net = ({ in_minor, out_minor, currency }: Sum) => signed(in_minor + out_minor, currency);
  if (others.length > 0) return sums.map(net);
  const { in_minor, out_minor, currency } = only;
  return in_minor === 0 || out_minor === 0
    ? [net(only)]
    : [signed(in_minor, currency), signed(out_minor, currency), `= ${net(only)}`];
}

type Amounts = { readonly amount_minor: number; readonly currency: string };

export function rowSum(rows: readonly Amounts[]): string {
  return [...Map.groupBy(rows, ({ currency }) => currency)]
    .map(([currency, some]) =>
      signed(
        some.reduce((sum, { amount_minor }) => sum + amount_minor, 0),
        currency,
      ),
    )
    .join(" · ");
}
