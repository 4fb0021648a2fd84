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
  const [met, setMet] = useState<readonly Choosable[]>([]);
  const found = useOptions(search, text, isOpen);
  const namesOf = [...met, ...known, ...found.options];

  const choose = async (chosen: readonly Choosable[], act: (ids: readonly string[]) => void) => {
    const olds = chosen.filter(({ value }) => value !== NEW);
    const made = olds.length === chosen.length ? [] : await making();
    if (made === null) return;
    setMet([...olds, ...made, ...met]);
    setText("");
    act([...olds, ...made].map(({ value }) => value));
  };

  const making = async (): Promise<readonly Choosable[] | null> => {
    if (create === undefined || isMaking) return null;
    setIsMaking(true);
    try {
      return [await create(text.trim())];
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
    items: withNew(found.options, text, create !== undefined && !found.isSearching),
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
  return {
    options: found?.options ?? [],
    failure: found?.failure ?? null,
    isSearching: isOpen && found?.text !== text,
  } as const;
}

/** Record to choose. `hint` tells it from others of the same name. */
export type Choosable = {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
};

export type Search = (text: string, signal: AbortSignal) => Promise<readonly Choosable[]>;

export type Create = (label: string) => Promise<Choosable>;

export const NEW = "new";

function withNew(
  found: readonly Choosable[],
  typed: string,
  canCreate: boolean,
): readonly Choosable[] {
  const label = typed.trim();
  const isKnown = found.some((option) => isSameName(option.label, label));
  return label === "" || isKnown || !canCreate
    ? found
    : [...found, { value: NEW, label: `Create “${label}”` }];
}

function isSameName(one: string, other: string): boolean {
  return one.localeCompare(other, undefined, { sensitivity: "accent" }) === 0;
}
