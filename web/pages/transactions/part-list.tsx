import { useCategories } from "../../categories/use-categories.ts";
import { Amount, signed } from "../../components/amount.tsx";
import { useTeam } from "../../team.tsx";
import type { Transaction } from "./transaction.ts";

/** Parts of a split transaction; in another currency than the team's with what they come to in that. */
export function PartList({
  transaction: { parts, currency },
}: {
  readonly transaction: Transaction;
}) {
  const categories = useCategories();
  const { baseCurrency } = useTeam();
  return (
    <ul aria-label="Parts" className="divide-y divide-line border-y border-line">
      {parts.map(({ amount_minor, base_minor, category_slug, name, note }, index) => (
        // Parts have no ids, and their order is their own.
        // oxlint-disable-next-line react/no-array-index-key
        <li className="flex justify-between gap-4 py-2" key={index}>
          <span className="grid min-w-0">
            <bdi>
              {category_slug === null
                ? "No category"
                : (categories?.nameOf(category_slug) ?? category_slug)}
            </bdi>
            {name === null ? null : <bdi className="text-ink2">{name}</bdi>}
            {note === null ? null : <bdi className="text-ink2">{note}</bdi>}
          </span>
          <span className="grid justify-items-end tabular-nums">
            <Amount currency={currency} minor={amount_minor} />
            {currency === baseCurrency || base_minor === null ? null : (
              <span className="whitespace-nowrap text-ink2">
                = {signed(base_minor, baseCurrency)}
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
