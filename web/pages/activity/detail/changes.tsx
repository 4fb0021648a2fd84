import { counted } from "../../../numbers.ts";
import type { Change, EventWithChanges, Subject } from "../event.ts";
import { keyed } from "../keyed.ts";
import { Happened, Title } from "./change-title.tsx";
import { ChangeOf } from "./change.tsx";
import { Summary } from "./summary.tsx";

/** More changes than these are folded. */
const OPEN_AT_MOST = 3;

type ChangesProps = Pick<EventWithChanges, "changes" | "more"> & {
  /** The main record: its change stands first, and open. */
  readonly lead: Subject | null;
};

export function Changes({ changes, more, lead }: ChangesProps) {
  if (changes.length === 0) return null;
  const few = changes.length + more <= OPEN_AT_MOST;
  const first = changes.find(({ type, id }) => type === lead?.type && id === lead.id) ?? changes[0];
  const open = few ? changes : changes.filter((change) => change === first);
  const folded = changes.filter((change) => !open.includes(change));
  return (
    <div className="grid gap-5">
      {keyed(open).map(({ key, value }) => (
        <ChangeOf change={value} key={key} />
      ))}
      {folded.length === 0 ? null : (
        <div className="grid divide-y divide-line border-y border-line">
          {[...Map.groupBy(folded, ({ type, did }) => `${type} ${did}`)].map(([kind, some]) => (
            <Folded changes={some} key={kind} />
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
function Folded({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <details>
      <Summary>
        <Kind changes={changes} />
      </Summary>
      <div className="grid gap-5 pb-4 ps-5">
        {keyed(changes).map(({ key, value }) => (
          <ChangeOf change={value} isNamed={changes.length === 1} key={key} />
        ))}
      </div>
    </details>
  );
}

/** `Removed 40 time entries`, or the title of the only one. */
function Kind({ changes }: { readonly changes: readonly Change[] }) {
  const [first] = changes;
  if (first === undefined) return null;
  const count = changes.length.toLocaleString("en-GB");
  return (
    <>
      <Happened did={first.did} />{" "}
      {changes.length === 1 ? <Title change={first} /> : `${count} ${first.noun.many}`}
    </>
  );
}
