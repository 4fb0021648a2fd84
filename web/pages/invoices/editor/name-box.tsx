import { Autocomplete } from "@base-ui/react/autocomplete";
import { type KeyboardEvent, useState } from "react";
import { LONGEST_LINE_NAME } from "../invoice.ts";
import { CellLabel, CellProblem } from "./cell.tsx";
import type { KnownLine } from "./lines.ts";

type NameBoxProps = {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Lines of the customer's last invoices. */
  readonly known: readonly KnownLine[];
  readonly toldOf: (known: KnownLine) => string;
  readonly onKnown: (known: KnownLine) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly refused: string | null;
  readonly className: string;
};

const MOST_SHOWN = 8;

/** Name of a line: any text. Lines of earlier invoices are offered below it, and fill the whole line. */
export function NameBox(props: NameBoxProps) {
  const { id, label, text, onText, known, refused } = props;
  const [isOpen, setIsOpen] = useState(false);
  const typed = text.trim().toLowerCase();
  const items = known
    .filter(({ name }) => name.toLowerCase().includes(typed) && name !== text)
    .slice(0, MOST_SHOWN);
  const isShown = isOpen && items.length > 0;
  return (
    <>
      <div className={props.className}>
        <CellLabel brief="Name" id={id} label={label} />
        <Autocomplete.Root<KnownLine>
          filter={null}
          itemToStringValue={({ name }) => name}
          items={items}
          mode="none"
          onOpenChange={setIsOpen}
          onValueChange={(value, { reason }) => {
            if (reason !== "item-press") onText(value.replaceAll(/\s*\n\s*/g, " "));
          }}
          open={isShown}
          value={text}
        >
          <Autocomplete.Input
            aria-describedby={refused === null ? undefined : `${id}-problem`}
            aria-invalid={refused === null ? undefined : true}
            aria-label={label}
            autoComplete="off"
            className="line-control field-sizing-content resize-none py-2.5 font-medium sm:py-[0.4375rem]"
            id={id}
            maxLength={LONGEST_LINE_NAME}
            onBlur={() => setIsOpen(false)}
            onKeyDown={(event) => {
              props.onKeyDown(event);
              // A name may take several rows, but is one line of text.
              if (event.key === "Enter") event.preventDefault();
              if (event.key === "ArrowDown" && !event.altKey && !isOpen) setIsOpen(true);
            }}
            placeholder="What you did or delivered"
            render={<textarea rows={1} />}
          />
          <Autocomplete.Portal>
            <Autocomplete.Positioner align="start" className="z-80 outline-none" sideOffset={4}>
              <Autocomplete.Popup className="popover w-(--anchor-width) min-w-64 p-1">
                <p className="px-2 py-1 text-caption text-ink3">From earlier invoices</p>
                <Autocomplete.List>
                  {(item: KnownLine) => (
                    <Autocomplete.Item
                      className="list-option gap-3 py-1 select-none"
                      key={item.name + item.price + (item.description ?? "")}
                      onClick={() => {
                        setIsOpen(false);
                        props.onKnown(item);
                      }}
                      value={item}
                    >
                      <bdi className="min-w-0 flex-1 truncate">{item.name}</bdi>
                      <span className="shrink-0 text-ink2 tabular-nums">{props.toldOf(item)}</span>
                    </Autocomplete.Item>
                  )}
                </Autocomplete.List>
              </Autocomplete.Popup>
            </Autocomplete.Positioner>
          </Autocomplete.Portal>
        </Autocomplete.Root>
      </div>
      {refused === null ? null : <CellProblem id={id} problem={refused} />}
    </>
  );
}
