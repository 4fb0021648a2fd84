import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { counted } from "../../../src/shared/words.ts";
import type { Output } from "../../api.ts";
import { Item, Items, Section } from "../../components/page.tsx";
import { Shape } from "../../components/shapes.tsx";
import { When } from "../../components/when.tsx";
import { shortDay } from "../../days.ts";

type List = Output<"GET /api/teams/:team/overview">["attention"];
type Thing = List["items"][number];

/** Things that do harm while nobody acts, each with the one action that ends it. */
export function Attention({ list: { items, more } }: { readonly list: List }) {
  if (items.length === 0) return null;
  return (
    <Section id="attention" title="Needs attention">
      <Items label="Things that need attention">
        {items.map((thing) => (
          <AttentionItem key={"id" in thing ? thing.id : thing.kind} thing={thing} />
        ))}
      </Items>
      {more === 0 ? null : <p className="text-ink2">{counted(more, "more thing")} after these.</p>}
    </Section>
  );
}

function AttentionItem({ thing }: { readonly thing: Thing }) {
  return (
    <Item actions={actionOf(thing)}>
      <p className="flex gap-2">
        <span className="pt-0.5">
          <Shape tone="warn" />
        </span>
        <span>{sentenceOf(thing)}</span>
      </p>
    </Item>
  );
}

const MOST_COUNTED = 100;

function sentenceOf(thing: Thing): ReactNode {
  if (thing.kind === "refused") {
    const { count, since } = thing;
    const deletions = counted(count, "deletion");
    return `${count === MOST_COUNTED ? "At least " : ""}${deletions} that a key or app tried ${count === 1 ? "was" : "were"} refused since ${shortDay(since)}.`;
  }
  if (thing.kind === "timer")
    return (
      <>
        {thing.person.isYou ? (
          "Your"
        ) : (
          <>
            <bdi>{thing.person.name}</bdi>’s
          </>
        )}{" "}
        timer on <bdi className="font-medium">{thing.project}</bdi> still runs; it began{" "}
        <When at={thing.start} />.
      </>
    );
  return (
    <>
      Your key <bdi className="font-medium">{thing.name}</bdi> ends <When at={thing.endsAt} />.
      Programs that use it stop working then.
    </>
  );
}

function actionOf(thing: Thing): ReactNode {
  if (thing.kind === "refused")
    return (
      <Act search={{ outcome: "refused", from: thing.since }} to="/activity">
        See them
      </Act>
    );
  if (thing.kind === "key")
    return (
      <Act hash="keys" to="/settings/developer">
        Replace<span className="sr-only"> {thing.name}</span>
      </Act>
    );
  const of = <span className="sr-only"> of {thing.project}</span>;
  return (
    <Act search={{ day: thing.date }} to="/time">
      See the timer{of}
    </Act>
  );
}

const NO_SEARCH: Readonly<Record<string, string>> = {};

type ActProps = {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly hash?: string;
  readonly children: ReactNode;
};

function Act({ to, search = NO_SEARCH, hash = "", children }: ActProps) {
  return (
    <Link
      className="inline-flex min-h-11 items-center underline sm:min-h-6"
      hash={hash}
      search={search}
      to={to}
    >
      {children}
    </Link>
  );
}
