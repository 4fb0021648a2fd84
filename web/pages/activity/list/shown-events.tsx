import type { ComponentProps } from "react";
import { Failure, Loading } from "../../../components/answer.tsx";
import { useTeam } from "../../../team.tsx";
import type { Address } from "../address.ts";
import type { Chip } from "../filters/filter-options.ts";
import { EventList } from "./event-list.tsx";
import { useEvents } from "./events.ts";
import { useFocusOnOpen } from "./focus.ts";
import { useKeptPages } from "./kept-pages.ts";
import { ListFoot } from "./list-foot.tsx";
import { ListHead } from "./list-head.tsx";
import { NoMatch, NothingYet } from "./nothing.tsx";
import { OpenedAlone } from "./opened-alone.tsx";
import { useSteps } from "./steps.ts";

type ShownEventsProps = {
  readonly address: Address;
  readonly chips: readonly Chip[];
  /** Removes all filters. */
  readonly onClear: () => void;
};

/** The loaded list, new events, and the event in the address. */
export function ShownEvents({ address, chips, onClear }: ShownEventsProps) {
  const { openId, open, close } = address;
  const events = useEvents(useTeam(), address.filters);
  const { shown, rows, fresh, isGap } = events;
  const { said, isNewOpen, newer, older } = useSteps(events, address);
  useFocusOnOpen(openId);
  useKeptPages(shown, address);

  if (shown.data === undefined)
    return shown.error === null ? (
      <Loading what="the activity" />
    ) : (
      <Failure error={shown.error} onRetry={() => void shown.refetch()} what="the activity" />
    );
  const isElsewhere = openId !== null && !isNewOpen && !rows.some(({ id }) => id === openId);
  return (
    <div aria-busy={shown.isPlaceholderData || undefined} className="grid gap-4">
      <ListHead isAtLeast={isGap} newCount={fresh.length} onShow={newer} />
      {isElsewhere && !shown.isPlaceholderData ? (
        <OpenedAlone id={openId} key={openId} onClose={close} onOpen={open} />
      ) : null}
      {rows.length === 0 ? (
        <Nothing chips={chips} filters={address.filters} onClear={onClear} />
      ) : (
        <>
          <EventList events={rows} onClose={close} onOpen={open} openId={openId} />
          <ListFoot onMore={() => void older()} rows={rows} shown={shown} />
        </>
      )}
      <output className="sr-only">{said}</output>
    </div>
  );
}

function Nothing(props: ComponentProps<typeof NoMatch>) {
  return props.chips.length === 0 ? <NothingYet /> : <NoMatch {...props} />;
}
