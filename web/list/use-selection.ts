import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Refused } from "../api.ts";
import { say, sayWhy } from "../components/toast.tsx";
import { reloadRows } from "./changes.ts";
import { type FilterValues, withValue } from "./filters.ts";
import type { List } from "./list.ts";
import type { Rows } from "./rows.ts";
import {
  type BatchResult,
  type Chosen,
  headOf,
  headPressed,
  isChosen,
  NONE,
  saidOf,
  type Selected,
  stretched,
  stretchedBy,
  toggled,
} from "./selection.ts";

type Parts<Row> = {
  readonly list: List<Row>;
  readonly loaded: Rows<Row>;
  readonly keys: readonly string[];
  readonly values: FilterValues;
};

export type UsedSelection<Row> = ReturnType<typeof useSelection<Row>>;

/** Selected rows of a list. Another search, filter or order deselects all. */
export function useSelection<Row>({ list, loaded: { rows, totals }, keys, values }: Parts<Row>) {
  const name = JSON.stringify(values);
  const [kept, setKept] = useState({ name, chosen: NONE });
  const [last, setLast] = useState<BatchResult | null>(null);
  const chosen = kept.name === name ? kept.chosen : NONE;
  const choose = (chosen: Chosen) => {
    setKept({ name, chosen });
    setLast(null);
  };
  const settle = useSettle(list, (result) => {
    const failed = result.failed.map(({ key }) => key);
    setKept({ name, chosen: { ...NONE, keys: new Set(failed) } });
    setLast(failed.length === 0 ? null : result);
  });
  const selectedRows = rows.filter((row) => isChosen(chosen, list.keyOf(row)));
  const selected: Selected<Row> = {
    target: chosen.isAll
      ? { all: withValue(values, "sort", "") }
      : { ids: selectedRows.map(list.keyOf) },
    count: chosen.isAll ? (totals?.count ?? rows.length) : selectedRows.length,
    rows: selectedRows,
    settle,
    clear: () => choose(NONE),
  };
  return {
    chosen,
    selected,
    /** Result of the last action, if rows failed. */
    last,
    head: headOf(chosen, keys),
    onHead: () => choose(headPressed(chosen, keys)),
    onAll: () => choose({ ...NONE, isAll: true }),
    onToggle: (key: string) => choose(toggled(chosen, keys, key)),
    onStretch: (to: string) => choose(stretched(chosen, keys, to)),
    onMove: (from: string, to: string) => choose(stretchedBy(chosen, keys, from, to)),
  } as const;
}

function useSettle(
  list: Pick<List<never>, "route" | "words">,
  onResult: (result: BatchResult) => void,
): (result: BatchResult) => Promise<void> {
  const queries = useQueryClient();
  const takeBack = async (undo: () => Promise<unknown>) => {
    try {
      await undo();
      say("Undone.");
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      sayWhy(error);
    }
    await reloadRows(queries, list);
  };
  return async (result) => {
    const { undo, failed } = result;
    onResult(result);
    say(`${saidOf(result, list.words)}.`, {
      tone: failed.length === 0 ? "good" : "warn",
      ...(undo === null ? {} : { action: { label: "Undo", onPress: () => void takeBack(undo) } }),
    });
    await reloadRows(queries, list);
  };
}
