import { Blocks, KeyRound, type LucideIcon, SquareTerminal, UserRound } from "lucide-react";
import type { Event } from "./event.ts";
import { keyed } from "./keyed.ts";
import { meansOf, whoOf } from "./sentence/doer.ts";
import type { Words } from "./words.ts";

/** The sentence of an event: who did what to which record, and through what. */
export function Sentence({ event }: { readonly event: Event }) {
  return (
    <>
      <span className="font-medium">
        <Said words={[whoOf(event)]} />
      </span>{" "}
      <span className="text-ink2">
        (<Said words={meansOf(event)} />)
      </span>{" "}
      <Said names="font-medium" words={event.deed} />
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
  return <Shape aria-hidden className="shrink-0 text-ink2" size={16} strokeWidth={1.5} />;
}

type SaidProps = { readonly words: readonly Words[]; readonly names?: string };

/** Names keep their own direction among the words around them. */
function Said({ words, names }: SaidProps) {
  return keyed(words).map(({ key, value }) => <Piece key={key} names={names} piece={value} />);
}

function Piece({ piece, names }: { readonly piece: Words; readonly names: string | undefined }) {
  if (typeof piece === "string") return piece;
  if ("name" in piece) return <bdi className={names}>{piece.name}</bdi>;
  return <span className="whitespace-nowrap">{piece.whole}</span>;
}
