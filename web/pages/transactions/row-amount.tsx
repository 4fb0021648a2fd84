import { Amount, signed } from "../../components/amount.tsx";
import { useTeam } from "../../team.tsx";
import type { TransactionRow } from "./transaction.ts";

/** Of a split row in a list by category, what is in that category; in a list of tax, the tax and what it is in. */
export function RowAmount({ row }: { readonly row: TransactionRow }) {
  const { amount_minor, part_minor, taxed_minor, currency } = row;
  const base = useTeam().baseCurrency;
  const minor = part_minor ?? amount_minor;
  if (taxed_minor !== null)
    return (
      <span title={`In ${signed(minor, currency)}`}>
        <Amount currency={base} minor={taxed_minor} />
        <span className="sr-only"> in {signed(minor, currency)}</span>
      </span>
    );
  if (minor === amount_minor) return <Amount currency={currency} minor={amount_minor} />;
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-1">
      <Amount currency={currency} minor={minor} />{" "}
      <span className="text-caption text-ink2">of {signed(amount_minor, currency)}</span>
    </span>
  );
}
