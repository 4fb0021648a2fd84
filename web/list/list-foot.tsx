import type { ReactNode } from "react";
import { Failure } from "../components/answer.tsx";
import { Button } from "../components/button.tsx";
import { Late } from "../components/late.tsx";
import { keepInView } from "../focus.ts";
import { counted } from "../numbers.ts";
import type { List } from "./list.ts";
import type { Rows } from "./rows.ts";

type ListFootProps<Row> = {
  readonly words: List<Row>["words"];
  readonly loaded: Rows<Row>;
  readonly onMore: () => void;
  /** Actions for the loaded rows. */
  readonly children: ReactNode;
};

/** Number of rows, and a button for more. */
export function ListFoot<Row>({ words, loaded, onMore, children }: ListFootProps<Row>) {
  const { rows, shown, totals } = loaded;
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error } = shown;
  const count = counted(rows.length, words.one, words.many);
  const all = totals === null ? "" : ` of ${totals.count.toLocaleString("en-GB")}`;
  // The row of the sums says then that these are all.
  const isTold = !hasNextPage && totals?.sums !== undefined;
  return (
    <div className="grid gap-3">
      {isFetchNextPageError && error !== null ? (
        <Failure error={error} onRetry={onMore} what={`${words.further} ${words.many}`} />
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
        {hasNextPage && !isFetchNextPageError ? (
          <Button
            isBusy={isFetchingNextPage}
            onClick={onMore}
            onFocus={({ currentTarget }) => void keepInView(currentTarget, "nearest")}
          >
            Load more
          </Button>
        ) : null}
        {isTold ? null : (
          <p className="text-ink2">
            {hasNextPage ? `The ${words.first} ${count}${all}.` : `${count} in all.`}
            {isFetchingNextPage ? <Late> Loading…</Late> : null}
          </p>
        )}
        {children === null ? null : <div className="sm:ms-auto">{children}</div>}
      </div>
    </div>
  );
}
