import { type ReactNode, useId } from "react";
import { clockTime } from "../../../dates.ts";
import { useMe } from "../../../queries.ts";
import { Summary } from "../detail/summary.tsx";
import type { Event } from "../event.ts";
import { Said } from "../sentence.tsx";
import type { Left } from "./choose.ts";

/** Events by time and deed. */
export function EventItems({ events }: { readonly events: readonly Event[] }) {
  return (
    <Items>
      {events.map((event) => (
        <li className="py-2" key={event.id}>
          <Deed event={event} />
        </li>
      ))}
    </Items>
  );
}

type LeftItemsProps = { readonly title: string; readonly left: readonly Left[] };

/** Events that stay, with the reasons. */
export function LeftItems({ title, left }: LeftItemsProps) {
  const id = useId();
  if (left.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-1">
      <p className="font-semibold" id={id}>
        {title}
      </p>
      <Items>
        {left.map(({ event, because }) => (
          <li className="grid gap-0.5 py-2" key={event.id}>
            <Deed event={event} />
            <p className="text-ink2">{because}</p>
          </li>
        ))}
      </Items>
    </section>
  );
}

/** Items that are shown at once, so that the buttons below stay in view. */
const FIRST = 6;

function Items({ children }: { readonly children: readonly ReactNode[] }) {
  const rest = children.slice(FIRST);
  return (
    <div className="border-y border-line">
      <ul className="divide-y divide-line">{children.slice(0, FIRST)}</ul>
      {rest.length === 0 ? null : (
        <details>
          <Summary>Show {rest.length} more</Summary>
          <ul className="divide-y divide-line">{rest}</ul>
        </details>
      )}
    </div>
  );
}

function Deed({ event }: { readonly event: Event }) {
  const { timeZone } = useMe().user;
  return (
    <p>
      <time className="me-2 text-ink2" dateTime={event.at}>
        {clockTime(event.at, timeZone)}
      </time>
      <Said words={event.deed} />
    </p>
  );
}
