import { useMe } from "../../../queries.ts";
import type { Change, Did, Names } from "../event.ts";
import { nounOf } from "../sentence/subjects.ts";
import { Happened, Title } from "./change-title.tsx";
import { CopyId } from "./copy-id.tsx";
import { type Line, linesOf } from "./lines.ts";
import { Value, ValueChange } from "./value.tsx";

type ChangeProps = {
  readonly change: Change;
  readonly names: Names;
  /** Whether what it is stands above it already. */
  readonly isNamed?: boolean;
};

/** What an event did to one record, line by line. */
export function ChangeOf({ change, names, isNamed = false }: ChangeProps) {
  const { user } = useMe();
  const lines = linesOf(change, { timeZone: user.timeZone, names });
  return (
    <section className="grid gap-2">
      <header className="flex flex-wrap items-center justify-between gap-x-3">
        {isNamed ? null : (
          <h3 className="font-semibold">
            <Happened did={change.did} /> <Title change={change} isLinked />
          </h3>
        )}
        <CopyId id={change.id} what={change.name ?? nounOf(change.type).one} />
      </header>
      {lines.length === 0 ? (
        <p className="text-ink2">
          {change.isRedacted ? REDACTED : "Nothing of it can be read here."}
        </p>
      ) : (
        <dl className="divide-y divide-line border-y border-line">
          {lines.map((line) => (
            <LineOf did={change.did} key={line.label} line={line} />
          ))}
        </dl>
      )}
    </section>
  );
}

const REDACTED = "What exactly it was is kept for 30 days, and those are over.";

/** In a changed record each line says itself whether its value came, went or became another. */
function LineOf({ did, line }: { readonly did: Did; readonly line: Line }) {
  const { label, before, after } = line;
  return (
    <div className="grid gap-x-4 gap-y-0.5 py-1.5 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <dt className="text-ink2">{label}</dt>
      <dd className="min-w-0">
        {did === "changed" ? (
          <ValueChange after={after} before={before} />
        ) : (
          <Value text={after ?? before ?? ""} />
        )}
      </dd>
    </div>
  );
}
