import { useEffect, useState } from "react";
import { counted } from "../numbers.ts";
import type { Address } from "./address.ts";
import type { List } from "./list.ts";
import type { Rows } from "./rows.ts";

type StepsParts<Row> = {
  readonly list: List<Row>;
  readonly loaded: Rows<Row>;
  readonly address: Address;
  readonly focusOn: (key: string) => void;
};

/** Shows new rows and loads further ones, and focuses the first of them. */
export function useSteps<Row>({ list, loaded, address, focusOn }: StepsParts<Row>) {
  const { shown, rows, fresh, showFresh } = loaded;
  const { keyOf, words } = list;
  const [said, setSaid] = useState("");
  const isNewOpen = fresh.some((row) => keyOf(row) === address.openKey);
  useEffect(() => {
    if (isNewOpen) showFresh();
  });
  const focusFirst = ([first]: readonly Row[]) => {
    if (first !== undefined) focusOn(keyOf(first));
  };

  const newer = () => {
    showFresh();
    focusFirst(fresh);
  };
  const further = async () => {
    const { data, isError } = await shown.fetchNextPage();
    if (isError || data === undefined) return;
    const added = data.pages.at(-1)?.rows ?? [];
    const count = counted(added.length, `more ${words.one}`, `more ${words.many}`);
    const total = (rows.length + added.length).toLocaleString("en-GB");
    address.keepPages(data.pages.length);
    setSaid(`${count}, ${total} in all.`);
    focusFirst(added);
  };
  return { said, newer, further } as const;
}
