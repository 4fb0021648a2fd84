import type { MouseEvent } from "react";
import type { TransactionRow } from "../transaction.ts";

type RowLinkProps = {
  readonly row: Pick<TransactionRow, "id" | "name">;
  readonly isActive: boolean;
  readonly onOpen: (id: string) => void;
};

/** Name of a transaction, which opens all of it beside the items. */
export function RowLink({ row: { id, name }, isActive, onOpen }: RowLinkProps) {
  const press = (event: MouseEvent) => {
    // With one of these keys the browser opens a tab or a window.
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(id);
  };
  return (
    <a
      className="inline-block max-w-full min-w-0 truncate align-bottom leading-6 text-ink"
      href={`/transactions/review?transaction=${id}`}
      onClick={press}
      tabIndex={isActive ? 0 : -1}
    >
      <bdi>{name}</bdi>
    </a>
  );
}
