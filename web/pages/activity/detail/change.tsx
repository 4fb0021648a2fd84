import { useMe } from "../../../queries.ts";
import type { Change, Did } from "../event.ts";
import { Happened, Title } from "./change-title.tsx";
import { CopyId } from "./copy-id.tsx";
import { type Line, linesOf } from "./lines.ts";
import { Value, ValueChange } from "./value.tsx";

type ChangeProps = {
  readonly change: Change;
  /** True when a heading above names the record. */
  readonly isNamed?: boolean;
};

/** The change to one record, line by line. */
export function ChangeOf({ change, isNamed = false }: ChangeProps) {
  const { user } = useMe();
  const lines = linesOf(change, user.timeZone);
  return (
    <section className="grid gap-2">
      <header className="flex flex-wrap items-center justify-between gap-x-3">
        {isNamed ? null : (
          <h3 className="font-semibold">
            <Happened did={change.did} /> <Title change={change} isLinked />
          </h3>
        )}
        <CopyId id={change.id} what={change.name ?? change.noun.one} />
      </header>
      {lines.length === 0 ? (
        <p className="text-ink2">
          {change.isRedacted ? REDACTED : "No value was changed that is shown here."}
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

const REDACTED = "The values are deleted after 30 days.";

/** In a changed record each line says if its value was added, removed or changed. */
function LineOf({ did, line }: { readonly did: Did; readonly line: Line }) {
  const { label, before, after, isProse } = line;
  return (
    <div className="grid gap-x-4 gap-y-0.5 py-1.5 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="text-ink2">{label}</dt>
      <dd className="min-w-0">
        {did === "changed" ? (
          <ValueChange after={after} before={before} isProse={isProse} />
        ) : (
          <Value isProse={isProse} text={after ?? before ?? ""} />
        )}
      </dd>
    </div>
  );
}
