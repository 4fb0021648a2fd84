import { useEffect, useState } from "react";
import { looseField } from "../form/field.ts";
import { TextField } from "../form/text-field.tsx";
import { isInDialog, isTyping, useKeyDown } from "../keyboard.ts";
import { areSingleKeysOn } from "../preferences.ts";
import { useIsNarrow } from "../window.ts";
import { following, type SearchField } from "./filters.ts";
import { useStable } from "./stable.ts";

type SearchInputProps = {
  readonly field: SearchField;
  readonly q: string;
  readonly onSearch: (q: string) => void;
};

const PAUSE_MS = 150;

/** Searches while typing. `/` focuses it, Esc clears it. */
export function SearchInput({ field: { label, brief = label }, q, onSearch }: SearchInputProps) {
  const [kept, setTyped] = useState({ text: q, seen: q, sent: q });
  const typed = following(kept, q);
  if (typed !== kept) setTyped(typed);
  const { text, sent } = typed;
  // On narrow screens the rows need the line of the label.
  const isNarrow = useIsNarrow();
  const type = (text: string) => setTyped((typed) => ({ ...typed, text }));
  const send = useStable((text: string) => {
    setTyped((typed) => ({ ...typed, sent: text }));
    onSearch(text);
  });
  useEffect(() => {
    if (text.trim() === sent) return undefined;
    const timer = setTimeout(() => send(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, sent, send]);
  useSearchKeys((key) => {
    if (key === "Enter") send(text.trim());
    if (key !== "Escape" || text === "") return false;
    type("");
    send("");
    return true;
  });
  return (
    <TextField
      autoComplete="off"
      field={looseField<string | null>(SEARCH, text, (text) => type(text ?? ""))}
      isLabelHidden={isNarrow}
      isOptional
      label={label}
      placeholder={isNarrow ? brief : undefined}
      spellCheck={false}
      type="search"
    />
  );
}

const SEARCH = "q";

/** `take` gets the keys pressed in the field, and returns true for a key that it used. */
function useSearchKeys(take: (key: string) => boolean): void {
  useKeyDown((event) => {
    const { key, target } = event;
    if (target instanceof HTMLElement && target.id === SEARCH) {
      if (take(key)) event.preventDefault();
      return;
    }
    if (key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!areSingleKeysOn() || isTyping(target) || isInDialog()) return;
    event.preventDefault();
    document.getElementById(SEARCH)?.focus();
  });
}
