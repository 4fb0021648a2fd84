import { Blocks, KeyRound, type LucideIcon, SquareTerminal, UserRound } from "lucide-react";
import { useMe } from "../../queries.ts";
import { whoOf } from "./doer.ts";
import type { Event } from "./event.ts";
import { keyed } from "./keyed.ts";
import { textOf, type Words } from "./words.ts";

/** The sentence of an event: who did what to which record. */
export function Sentence({ event }: { readonly event: Event }) {
  return (
    <>
      <Said words={whoOf(event)} /> <Said words={event.deed} />
    </>
  );
}

const SHAPES: Readonly<Record<Event["via"]["kind"], LucideIcon>> = {
  app: Blocks,
  command: SquareTerminal,
  key: KeyRound,
  web: UserRound,
};

/** An icon for the way in: a person, a key, an app, the command line. The sentence says it too. */
export function DoerShape({ event }: { readonly event: Event }) {
  const Shape = SHAPES[event.via.kind];
  return (
    <Shape
      aria-hidden
      className="inline-block shrink-0 align-[-0.1875em] text-ink2"
      size={16}
      strokeWidth={1.5}
    />
  );
}

/** Names and values keep their own direction among the words around them. */
export function Said({ words }: { readonly words: readonly Words[] }) {
  const { timeZone } = useMe().user;
  return keyed(words).map(({ key, value }) =>
    typeof value === "string" ? (
      value
    ) : (
      <bdi className="font-medium" key={key}>
        {textOf(value, timeZone)}
      </bdi>
    ),
  );
}
