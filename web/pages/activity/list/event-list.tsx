import { useMe, useNow } from "../../../queries.ts";
import { EventDetail } from "../detail/event-detail.tsx";
import type { Event } from "../event.ts";
import { byDay, dayWords } from "./days.ts";
import { EventRow } from "./event-row.tsx";

type ListProps = {
  readonly events: readonly Event[];
  readonly openId: string | null;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
};

/** Events under the headings of their days. The double rule closes the whole list. */
export function EventList({ events, openId, onOpen, onClose }: ListProps) {
  const { user } = useMe();
  const now = useNow();
  return (
    <div className="-mx-2 grid gap-6 border-b-4 border-double border-b-accent">
      {byDay(events, user.timeZone).map(({ day, events }) => (
        <section aria-labelledby={`day-${day}`} className="grid" key={day}>
          <h2
            className="border-b border-edge px-2 pb-2 text-section font-semibold"
            id={`day-${day}`}
          >
            {dayWords(day, now, user.timeZone)}
          </h2>
          <ul className="divide-y divide-line">
            {events.map((event) => (
              <EventRow
                event={event}
                isOpen={event.id === openId}
                key={event.id}
                onPress={() => (event.id === openId ? onClose() : onOpen(event.id))}
              >
                <EventDetail id={event.id} onOpen={onOpen} />
              </EventRow>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
