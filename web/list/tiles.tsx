import { type ReactNode, useEffect } from "react";
import { dayIn } from "../../src/shared/time.ts";
import { useMe, useNow } from "../queries.ts";
import { RowName } from "./grid-row.tsx";
import type { ListParts } from "./list-view.tsx";
import type { Reader } from "./list.ts";
import { rowId } from "./open-row.ts";
import { SelectBox } from "./select-box.tsx";
import { isChosen } from "./selection.ts";
import "./tiles.css";

type TileRowsProps<Row> = {
  readonly parts: ListParts<Row>;
  readonly picture: (row: Row) => ReactNode;
  readonly name: (row: Row) => ReactNode;
  readonly line: (row: Row, reader: Reader) => ReactNode;
};

/** Rows as pictures with their names. Keys and selection are those of the rows. */
export function TileRows<Row>({ parts, picture, name, line }: TileRowsProps<Row>) {
  const { list, loaded, address, active, used } = parts;
  const { keyOf, words, selection } = list;
  const { timeZone } = useMe().user;
  const reader = { timeZone, today: dayIn(timeZone, useNow()) };
  const keys = loaded.rows.map(keyOf);
  const activeKey = active.key !== null && keys.includes(active.key) ? active.key : keys[0];
  useEffect(() => {
    const wish = activeKey === undefined ? null : active.takeWish(activeKey);
    if (activeKey === undefined || wish === null) return;
    const tile = document.getElementById(rowId(activeKey));
    tile?.focus({ preventScroll: true });
    if (!wish.isInPlace) tile?.closest("li")?.scrollIntoView({ block: "nearest" });
  });
  const select = (key: string, isRange: boolean) =>
    isRange ? used.onStretch(key) : used.onToggle(key);
  return (
    <ul aria-label={words.what} className="tiles-grid" data-rows data-tiles>
      {loaded.rows.map((row) => {
        const key = keyOf(row);
        const isSelected = isChosen(used.chosen, key);
        const common = { rowKey: key, isActive: key === activeKey, onFocus: active.setKey };
        return (
          <li className="tile" data-selected={isSelected || undefined} key={key}>
            <div aria-hidden className="tile-picture">
              {picture(row)}
            </div>
            <div className="tile-words">
              {selection === undefined ? null : (
                <SelectBox {...common} isSelected={isSelected} onSelect={select} />
              )}
              <div className="grid min-w-0 flex-1">
                <span className="truncate">
                  <RowName
                    {...common}
                    href={address.hrefOf(key)}
                    onOpen={address.open}
                    select={selection === undefined ? null : select}
                  >
                    {name(row)}
                  </RowName>
                </span>
                <span className="truncate text-small text-ink2">{line(row, reader)}</span>
              </div>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
