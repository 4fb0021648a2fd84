import { useCategories } from "../../categories/use-categories.ts";
import { Amount } from "../../components/amount.tsx";
import type { Transaction } from "./transaction.ts";

export function PartList({
  transaction: { parts, currency },
}: {
  readonly transaction: Transaction;
}) {
  const categories = useCategories();
  if (parts.length === 0) return null;
  return (
    <ul aria-label="Parts" className="divide-y divide-line border-y border-line">
      {parts.map(({ amount_minor, category_slug, name, note }, index) => (
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
          <Amount currency={currency} minor={amount_minor} />
        </li>
      ))}
    </ul>
  );
}
