import { Blocks, KeyRound, type LucideIcon, Mail, SquareTerminal, UserRound } from "lucide-react";
import { useMe } from "../../queries.ts";
import type { Event } from "./event.ts";
import { whoOf, keyed, textOf, type Words } from "./words.ts";

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
  folder: SquareTerminal,
  key: KeyRound,
  mail: Mail,
  web: UserRound,
};

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
