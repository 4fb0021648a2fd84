import { type KeyboardEvent, type ReactNode, useId } from "react";

type Tab = { readonly id: string; readonly label: string };

type TabsProps = {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly chosen: Tab;
  readonly onChoose: (id: string) => void;
  readonly children: ReactNode;
};

/**
 * Tabs over one panel. Arrows, Home and End move the focus among them; Enter or a press chooses.
 */
export function Tabs({ label, tabs, chosen, onChoose, children }: TabsProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div
        aria-label={label}
        className="flex flex-wrap gap-x-5 border-b border-line"
        onKeyDown={moveFocus}
        role="tablist"
        tabIndex={-1}
      >
        {tabs.map((tab) => (
          <button
            aria-controls={`${id}-panel`}
            aria-selected={tab.id === chosen.id}
            className="tab min-w-6"
            id={`${id}-${tab.id}`}
            key={tab.id}
            onClick={() => onChoose(tab.id)}
            role="tab"
            tabIndex={tab.id === chosen.id ? 0 : -1}
            type="button"
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        aria-labelledby={`${id}-${chosen.id}`}
        id={`${id}-panel`}
        key={chosen.id}
        role="tabpanel"
        tabIndex={0}
      >
        {children}
      </div>
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const at = tabs.findIndex((tab) => tab === document.activeElement);
  const next = placeAfter(event.key, at, tabs.length);
  if (next === null || at === -1) return;
  event.preventDefault();
  tabs[next]?.focus();
}

function placeAfter(key: string, at: number, count: number): number | null {
  if (key === "ArrowRight") return (at + 1) % count;
  if (key === "ArrowLeft") return (at - 1 + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}
