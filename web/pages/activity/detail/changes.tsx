import type { Change, EventWithChanges, Subject } from "../event.ts";
import { keyed } from "../keyed.ts";
import { nounOf } from "../sentence/subjects.ts";
import { counted } from "../words.ts";
import { Happened, Title } from "./change-title.tsx";
import { ChangeOf } from "./change.tsx";
import { Summary } from "./summary.tsx";

/** More than these are folded, so that a deletion of forty records stays one thing to look at. */
const OPEN_AT_MOST = 3;

type ChangesProps = Pick<EventWithChanges, "changes" | "more" | "names"> & {
  /** What the event is about above all: it stands first, and open. */
  readonly lead: Subject | null;
};

export function Changes({ changes, more, names, lead }: ChangesProps) {
  if (changes.length === 0) return null;
  const few = changes.length + more <= OPEN_AT_MOST;
  const first = changes.find(({ type, id }) => type === lead?.type && id === lead.id) ?? changes[0];
  const open = few ? changes : changes.filter((change) => change === first);
  const folded = changes.filter((change) => !open.includes(change));
  return (
    <div className="grid gap-5">
      {keyed(open).map(({ key, value }) => (
        <ChangeOf change={value} key={key} names={names} />
      ))}
      {folded.length === 0 ? null : (
        <div className="grid divide-y divide-line border-y border-line">
          {[...Map.groupBy(folded, ({ type, did }) => `${type} ${did}`)].map(([kind, some]) => (
            <Folded changes={some} key={kind} names={names} />
          ))}
        </div>
      )}
      {more === 0 ? null : (
        <p className="text-ink2">
          {counted(more, "more change")} of this event {more === 1 ? "is" : "are"} not listed here.
        </p>
      )}
    </div>
  );
}

/** Changes of one kind to many records, each to be opened. */
function Folded({
  changes,
  names,
}: {
  readonly changes: readonly Change[];
  readonly names: EventWithChanges["names"];
}) {
  return (
    <details>
      <Summary>
        <Kind changes={changes} />
      </Summary>
      <div className="grid gap-5 pb-4 ps-5">
        {keyed(changes).map(({ key, value }) => (
          <ChangeOf change={value} isNamed={changes.length === 1} key={key} names={names} />
        ))}
      </div>
    </details>
  );
}

/** `Removed 40 time entries`, or what the only one is. */
function Kind({ changes }: { readonly changes: readonly Change[] }) {
  const [first] = changes;
  if (first === undefined) return null;
  const count = changes.length.toLocaleString("en-GB");
  return (
    <>
      <Happened did={first.did} />{" "}
      {changes.length === 1 ? <Title change={first} /> : `${count} ${nounOf(first.type).many}`}
    </>
  );
}
