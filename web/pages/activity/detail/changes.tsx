import { Link } from "@tanstack/react-router";
import { type LucideIcon, Minus, PencilLine, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { CopyButton } from "../../../components/copy.tsx";
import { counted } from "../../../numbers.ts";
import { useMe } from "../../../queries.ts";
import type { Change, EventWithChanges, Subject, Did } from "../event.ts";
import { keyed } from "../words.ts";
import { type Line, changeLines } from "./lines.ts";
import { Summary } from "./summary.tsx";
import { ShownValue, ValueChange } from "./value.tsx";

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

type ChangeProps = {
  readonly change: Change;
  readonly isNamed?: boolean;
};

function ChangeOf({ change, isNamed = false }: ChangeProps) {
  const { user } = useMe();
  const lines = changeLines(change, user.timeZone);
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
          <ShownValue isProse={isProse} text={after ?? before ?? ""} />
        )}
      </dd>
    </div>
  );
}

type TitleProps = {
  readonly change: Change;
  readonly isLinked?: boolean;
};

function Title({ change, isLinked = false }: TitleProps) {
  const { noun, name, page } = change;
  if (name === null) return <span>{noun.one}</span>;
  const [before, after] = noun.named.split("*");
  const shown = <bdi>{name}</bdi>;
  return (
    <span>
      {before}
      {page === null || !isLinked ? shown : <RecordLink page={page}>{shown}</RecordLink>}
      {after}
    </span>
  );
}

/** @param page an address of this app, with the id of a section after `#` */
function RecordLink({ page, children }: { readonly page: string; readonly children: ReactNode }) {
  const [to = "/", hash = ""] = page.split("#");
  return (
    <Link hash={hash} to={to}>
      {children}
    </Link>
  );
}

const SHAPES: Readonly<Record<Did, LucideIcon>> = {
  created: Plus,
  changed: PencilLine,
  deleted: Minus,
};

const WORDS: Readonly<Record<Did, string>> = {
  created: "Added",
  changed: "Changed",
  deleted: "Removed",
};

function Happened({ did }: { readonly did: Did }) {
  const Shape = SHAPES[did];
  return (
    <span className="whitespace-nowrap">
      <Shape
        aria-hidden
        className="me-1.5 inline-block align-[-0.125em]"
        size={16}
        strokeWidth={1.5}
      />
      {WORDS[did]}
    </span>
  );
}

type CopyIdProps = {
  readonly id: string;
  readonly what: string;
  readonly label?: string;
};

export function CopyId({ id, what, label = "Id" }: CopyIdProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-1">
      <span className="text-caption text-ink3">
        {label} <span className="font-mono slashed-zero">{id}</span>
      </span>
      <span>
        <CopyButton kind="quiet" label="Copy id" of={`of ${what}`} text={id} />
      </span>
    </span>
  );
}
