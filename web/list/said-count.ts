import { useEffect, useRef, useState } from "react";
import { counted } from "../numbers.ts";
import type { List } from "./list.ts";
import type { Rows } from "./rows.ts";

/** Says once, for another search or other filters, how many rows match. */
export function useSaidCount<Row>(
  { words }: Pick<List<Row>, "words">,
  { rows, shown, totals }: Rows<Row>,
  name: string,
): string {
  const [said, setSaid] = useState("");
  const before = useRef(name);
  const isAnswered = shown.data !== undefined && !shown.isPlaceholderData;
  const count = counted(totals?.count ?? rows.length, words.one, words.many);
  const isNone = rows.length === 0;
  const isMore = totals === null && shown.hasNextPage;
  useEffect(() => {
    if (!isAnswered || before.current === name) return;
    before.current = name;
    const found = isNone ? `No ${words.many} found` : `${count} found`;
    setSaid(isMore ? `More than ${count} match` : found);
  }, [isAnswered, isMore, isNone, name, count, words.many]);
  return said;
}
