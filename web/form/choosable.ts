import { useEffect, useEffectEvent, useState } from "react";
import { Refused } from "../api.ts";
import type { Field } from "./field.ts";

export type Choosing = {
  readonly search: Search;
  /** Adds an option that creates a record with the typed name. */
  readonly create?: Create;
  /** Options with known names: at least those of the field's first values. */
  readonly known?: readonly Choosable[];
};

export function useChoosing(
  { search, create, known = [] }: Choosing,
  field: Pick<Field<unknown>, "refuse" | "leave">,
) {
  const [text, setText] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const [isMaking, setIsMaking] = useState(false);
  const [askedFor, setAskedFor] = useState("");
  const [met, setMet] = useState<readonly Choosable[]>([]);
  const found = useOptions(search, text, isOpen);
  const namesOf = [...met, ...known, ...found.options];

  const choose = async (chosen: readonly Choosable[], act: (ids: readonly string[]) => void) => {
    const made = await making(chosen);
    if (made === null) return;
    setMet([...made, ...met]);
    setText("");
    act(made.map(({ value }) => value));
  };

  /** Makes what is not there yet. Answers null when that was refused. */
  const making = async (chosen: readonly Choosable[]): Promise<readonly Choosable[] | null> => {
    if (chosen.every(({ make }) => make === undefined)) return chosen;
    if (isMaking) return null;
    setIsMaking(true);
    try {
      return await Promise.all(chosen.map(async (option) => option.make?.() ?? option));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      field.refuse(error.problem.title);
      field.leave();
      return null;
    } finally {
      setIsMaking(false);
    }
  };

  return {
    ...found,
    items: withNew(found.options, text, found.isSearching ? undefined : create),
    /** True while a first Enter has asked whether a record is meant that is only alike. */
    isAsked: askedFor !== "" && askedFor === text,
    /** Answers true, and asks, when Enter would create although something alike exists. */
    asks: (option: Choosable | undefined): boolean => {
      const isRash = option?.value === NEW && found.options.length > 0 && askedFor !== text;
      if (isRash && isOnlyAlike(found.options)) setAskedFor(text);
      return isRash && isOnlyAlike(found.options);
    },
    isOpen,
    setIsOpen,
    text,
    setText,
    isMaking,
    choose,
    optionOf: (value: string): Choosable =>
      namesOf.find((option) => option.value === value) ?? { value, label: "…" },
  } as const;
}

export type Chooser = ReturnType<typeof useChoosing>;

const PAUSE_MS = 150;

type Found = {
  readonly text: string;
  readonly options: readonly Choosable[];
  readonly failure: string | null;
};

function useOptions(search: Search, text: string, isOpen: boolean) {
  const [found, setFound] = useState<Found | null>(null);
  const find = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const options = await search(text.trim(), signal);
      if (!signal.aborted) setFound({ text, options, failure: null });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Refused)) throw error;
      setFound({ text, options: [], failure: error.problem.title });
    }
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const left = new AbortController();
    const timer = setTimeout(() => void find(left.signal), text === "" ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [isOpen, text]);
  const isSearching = isOpen && found?.text !== text;
  const options = found?.options ?? [];
  return {
    // Enter takes the first option, which must fit what was typed since.
    options: isSearching ? options.filter((option) => hasText(option, text)) : options,
    failure: found?.failure ?? null,
    isSearching,
  } as const;
}

function hasText({ label, hint = "", isAlike }: Choosable, typed: string): boolean {
  return isAlike !== true && `${label} ${hint}`.toLowerCase().includes(typed.trim().toLowerCase());
}

/** Record to choose. `hint` tells it from others of the same name. */
export type Choosable = {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
  /** True for one that is offered before another of nearly its name is created. */
  readonly isAlike?: true;
  /** Makes the record, or opens it again, once the option is chosen. */
  readonly make?: () => Promise<Choosable>;
};

export type Search = (text: string, signal: AbortSignal) => Promise<readonly Choosable[]>;

export type Create = (label: string) => Promise<Choosable>;

export const NEW = "new";

function withNew(
  found: readonly Choosable[],
  typed: string,
  create: Create | undefined,
): readonly Choosable[] {
  const label = typed.trim();
  const isKnown = found.some((option) => isSameName(option.label, label));
  if (label === "" || isKnown || create === undefined) return found;
  const made = { value: NEW, label: `Create “${label}”`, make: async () => create(label) };
  return isOnlyAlike(found) ? [made, ...found] : [...found, made];
}

/** Then the first option is none of them, so that Enter chooses nothing that was not meant. */
function isOnlyAlike(found: readonly Choosable[]): boolean {
  return found.length > 0 && found.every(({ isAlike }) => isAlike === true);
}

function isSameName(one: string, other: string): boolean {
  return one.localeCompare(other, undefined, { sensitivity: "accent" }) === 0;
}
