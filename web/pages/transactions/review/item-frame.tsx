import type { ReactNode } from "react";
import { rowId } from "../../../list/open-row.ts";

type ItemFrameProps = {
  readonly itemKey: string;
  readonly isActive: boolean;
  /** Tells all of the item that decides, for who cannot see it. */
  readonly label: string;
  readonly onFocus: (key: string) => void;
  readonly onAccept: () => void;
  /** True for one line without more air than its controls have. */
  readonly isDense?: true;
  readonly children: ReactNode;
};

/**
 * One item. A button behind all of it has the focus, so that keys act on the item: Enter accepts, while a
 * press by a pointer only goes to it.
 */
export function ItemFrame(props: ItemFrameProps) {
  const { itemKey, isActive, label, onFocus, onAccept, isDense, children } = props;
  return (
    <li
      className={`relative -mx-3 rounded-control px-3 py-2 ${isDense === true ? "sm:pointer-fine:py-0.5" : ""} ${isActive ? "bg-hover" : ""}`}
    >
      <button
        aria-label={label}
        className="absolute inset-0 size-full scroll-my-24 rounded-control"
        id={rowId(itemKey)}
        onClick={({ detail }) => (detail === 0 ? onAccept() : onFocus(itemKey))}
        onFocus={() => onFocus(itemKey)}
        tabIndex={isActive ? 0 : -1}
        type="button"
      />
      <div className="pointer-events-none relative [&_a]:pointer-events-auto [&_button]:pointer-events-auto [&_input]:pointer-events-auto">
        {children}
      </div>
    </li>
  );
}
