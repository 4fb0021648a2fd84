import { Failure } from "../../../components/answer.tsx";
import { Button } from "../../../components/button.tsx";
import { Late } from "../../../components/form.tsx";
import { useMe, useNow } from "../../../queries.ts";
import type { Event } from "../event.ts";
import { counted } from "../words.ts";
import { dayIn } from "./days.ts";
import type { ShownPages } from "./events.ts";
import { SaveRows } from "./save-rows.tsx";

type ListFootProps = {
  readonly shown: ShownPages;
  readonly rows: readonly Event[];
  readonly onMore: () => void;
};

/** Number of rows, a button for more, and the CSV export. */
export function ListFoot({ shown, rows, onMore }: ListFootProps) {
  const { user } = useMe();
  const now = useNow();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error } = shown;
  return (
    <div className="grid gap-3">
      {isFetchNextPageError && error !== null ? (
        <Failure error={error} onRetry={onMore} what="older events" />
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {hasNextPage && !isFetchNextPageError ? (
          <Button isBusy={isFetchingNextPage} onClick={onMore}>
            Load more
          </Button>
        ) : null}
        <p className="text-ink2">
          {hasNextPage
            ? `The newest ${counted(rows.length, "event")}.`
            : `${counted(rows.length, "event")}, and no older ones.`}
          {isFetchingNextPage ? <Late> Loading…</Late> : null}
        </p>
        <div className="sm:ms-auto">
          <SaveRows events={rows} today={dayIn(user.timeZone, now)} />
        </div>
      </div>
    </div>
  );
}
