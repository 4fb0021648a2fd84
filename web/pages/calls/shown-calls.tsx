import { Empty, Failure } from "../../components/answer.tsx";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Late } from "../../components/form.tsx";
import { Notice } from "../../components/status.tsx";
import { counted } from "../../counted.ts";
import { Skeleton } from "../../list/skeleton.tsx";
import { useTeam } from "../../team.tsx";
import { CallTable } from "./call-table.tsx";
import type { Filters } from "./filters.ts";
import { usePagesOfCalls } from "./pages-of-calls.ts";

type ShownCallsProps = { readonly filters: Filters; readonly onClear: () => void };

/** The loaded calls, or why there are none. */
export function ShownCalls({ filters, onClear }: ShownCallsProps) {
  const shown = usePagesOfCalls(useTeam(), filters);
  const reload = () => void shown.refetch();
  if (shown.data === undefined)
    return shown.error === null ? (
      <Skeleton what="the calls" />
    ) : (
      <Failure error={shown.error} onRetry={reload} what="the calls" />
    );
  const calls = shown.data.pages.flatMap(({ calls }) => calls);
  const isOn = shown.data.pages[0]?.isOn ?? true;
  const isNarrowed = Object.keys(filters).length > 0;
  return (
    <div aria-busy={shown.isPlaceholderData || undefined} className="grid gap-4">
      {isOn ? null : <NotLogged />}
      {shown.isRefetchError && !shown.isFetchNextPageError ? (
        <Failure error={shown.error} onRetry={reload} what="newer calls" />
      ) : null}
      {calls.length > 0 ? (
        <>
          <CallTable calls={calls} />
          <Foot count={calls.length} onReload={reload} shown={shown} />
        </>
      ) : isNarrowed ? (
        <Empty
          action={<Button onClick={onClear}>Clear all filters</Button>}
          title="No calls match these filters"
        />
      ) : isOn ? (
        <NoneYet />
      ) : null}
    </div>
  );
}

function NotLogged() {
  return (
    <Notice title="Calls are not logged" tone="quiet">
      <p>The server runs with CALL_LOG=off. Changes are in Activity all the same.</p>
    </Notice>
  );
}

function NoneYet() {
  return (
    <Empty
      action={
        <ButtonLink kind="primary" to="/connect">
          Connect an assistant
        </ButtonLink>
      }
      title="No calls in the last 14 days"
    >
      Each call of an assistant appears here a second later: reads, changes and refusals.
    </Empty>
  );
}

/** Id of the button that loads the list anew. */
const RELOAD = "reload-calls";

type FootProps = {
  readonly shown: ReturnType<typeof usePagesOfCalls>;
  readonly count: number;
  readonly onReload: () => void;
};

function Foot({ shown, count, onReload }: FootProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, isRefetching, error } = shown;
  const more = async () => {
    const { hasNextPage } = await shown.fetchNextPage();
    // The button that had the focus is gone.
    if (!hasNextPage) document.getElementById(RELOAD)?.focus();
  };
  return (
    <div className="grid gap-3">
      {isFetchNextPageError && error !== null ? (
        <Failure error={error} onRetry={() => void more()} what="older calls" />
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {hasNextPage && !isFetchNextPageError ? (
          <Button isBusy={isFetchingNextPage} onClick={() => void more()}>
            Load more
          </Button>
        ) : null}
        <Button
          id={RELOAD}
          isBusy={isRefetching && !isFetchingNextPage}
          kind="quiet"
          onClick={onReload}
        >
          Look for newer calls
        </Button>
        <output className="text-ink2">
          {hasNextPage
            ? `The newest ${counted(count, "row")}.`
            : `${counted(count, "row")} in all.`}
          {isFetchingNextPage ? <Late> Loading…</Late> : null}
        </output>
      </div>
    </div>
  );
}
