import { Plus } from "lucide-react";
import {
  type ComponentProps,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { Problem } from "../../../../src/api/problem.ts";
import type { InvoiceTotals } from "../../../../src/shared/invoice-totals.ts";
import { spoken } from "../../../../src/shared/words.ts";
import { Button } from "../../../components/button.tsx";
import { say } from "../../../components/toast.tsx";
import type { Field } from "../../../form/field.ts";
import { Below } from "../../../form/labelled.tsx";
import { counted } from "../../../numbers.ts";
import { LineHours, useHeldLines } from "../hours/line-hours.tsx";
import type { Invoice, InvoiceLine } from "../invoice.ts";
import { cellId, cellOfPath } from "./cells.ts";
import { focusSoon, type LineActs, LineRow } from "./line-row.tsx";
import {
  blankLine,
  copiedLine,
  isBlank,
  type KnownLine,
  movedLine,
  newLineId,
  withChangedLine,
  withoutLine,
} from "./lines.ts";
import type { TaxRate } from "./rates.ts";

type LineListProps = {
  /** As it is saved: its lines may have tracked time. */
  readonly invoice: Invoice;
  /** Beside the button that adds a line. */
  readonly beside: ReactNode;
  readonly lines: readonly InvoiceLine[];
  readonly field: Field<unknown, InvoiceLine[]>;
  readonly currency: string;
  readonly totals: InvoiceTotals | null;
  readonly rates: readonly TaxRate[];
  /** Rate of a new line. */
  readonly rate: string | null;
  readonly known: readonly KnownLine[];
  readonly problem: Problem | null;
};

/**
 * Lines of the document. A last line that is still blank is not part of it: Tab adds one, and leaving it blank
 * takes it away.
 */
export function LineList(props: LineListProps) {
  const { lines, field, currency, totals, rates, known, problem } = props;
  const [blank, setBlank] = useState(() => (lines.length === 0 ? newLine(props.rate) : null));
  const [usual, setUsual] = useState(props.rate);
  // Another customer has another usual rate.
  if (usual !== props.rate) {
    setUsual(props.rate);
    setBlank(blank && { ...blank, tax_rate_id: props.rate });
  }
  const faults = useRef(new Map<string, string>());
  const [said, setSaid] = useState("");
  const held = useHeldLines(props.invoice);
  const heldOf = (id: string) => held.find(({ line_id }) => line_id === id) ?? null;
  const set = (next: readonly InvoiceLine[]) => {
    field.set([...next]);
    const [why] = faults.current.values();
    if (why !== undefined) field.refuse(why);
  };
  const add = () => {
    const line = blank ?? newLine(lines.at(-1)?.tax_rate_id ?? props.rate);
    setBlank(line);
    focusSoon(cellId(line.id, "name"));
  };
  const put = (line: InvoiceLine) => {
    if (line.id !== blank?.id) set(withChangedLine(lines, line));
    else if (isBlank(line)) setBlank(line);
    else {
      set(withChangedLine(lines, line));
      setBlank(null);
    }
  };
  const fault = (cell: string, why: string | null) => {
    if (why === null) faults.current.delete(cell);
    else {
      faults.current.set(cell, why);
      field.refuse(why);
    }
  };
  const remove = (id: string) => {
    const at = lines.findIndex((line) => line.id === id);
    for (const cell of faults.current.keys())
      if (cell.startsWith(cellId(id, ""))) faults.current.delete(cell);
    const left = withoutLine(lines, id);
    const last = left.length === 0 ? newLine(props.rate) : null;
    if (id === blank?.id || last !== null) setBlank(last);
    if (at >= 0) set(left);
    const freed = heldOf(id);
    setSaid(`Line ${at + 1} is removed.`);
    if (freed !== null)
      say(`${spoken(freed.seconds)} of tracked time are free again once the draft is saved.`, {
        tone: "quiet",
      });
    const next = left[at] ?? left.at(-1) ?? last;
    if (next !== null && next !== undefined) focusSoon(cellId(next.id, "name"));
  };
  const move = (id: string, by: -1 | 1) => {
    const moved = movedLine(lines, id, by);
    if (moved === lines) return;
    const focused = document.activeElement?.id;
    set(moved);
    const place = moved.findIndex((line) => line.id === id) + 1;
    setSaid(`Moved to line ${place} of ${moved.length}.`);
    // From the menu, which is gone, the focus goes to its button; from a field it stays there.
    focusSoon(focused?.startsWith(cellId(id, "")) === true ? focused : cellId(id, "menu"));
  };
  const copy = (id: string) => {
    const newId = newLineId();
    set(copiedLine(lines, id, newId));
    focusSoon(cellId(newId, "name"));
  };
  const leave = (id: string, event: KeyboardEvent) => {
    if (event.shiftKey) {
      const before = lines.at(-1);
      if (id !== blank?.id || before === undefined) return;
      event.preventDefault();
      setBlank(null);
      document.getElementById(cellId(before.id, "menu"))?.focus();
    } else if (blank === null && id === lines.at(-1)?.id) {
      event.preventDefault();
      add();
    }
  };
  const refusedAt = (index: number) => (column: string) => {
    const error = problem?.errors.find(({ pointer }) => {
      const cell = cellOfPath(pointer);
      return cell?.at === index && cell.column === column;
    });
    return error?.detail ?? null;
  };
  const hoursOf = (id: string) => {
    const line = heldOf(id);
    return line === null ? null : <LineHours held={held} invoice={props.invoice} line={line} />;
  };
  const acts = useSteadyActs({ put, fault, move, copy, remove, leave });
  const shown = blank === null ? lines : [...lines, blank];
  return (
    <section aria-labelledby={`${field.id}-title`} className="@container grid gap-2">
      <h2 className="sr-only" id={`${field.id}-title`}>
        Lines
      </h2>
      <div aria-hidden className={`invoice-heads ${rates.length > 0 ? "with-tax" : ""}`}>
        <span>Description</span>
        <span className="text-end">Quantity</span>
        <span className="text-end">Price</span>
        {rates.length > 0 ? <span>Tax</span> : null}
        <span className="text-end">Amount</span>
      </div>
      <ol aria-label="Lines" className="grid" id={field.id}>
        {shown.map((line, index) => (
          <Row
            acts={acts}
            amount={totals?.lines[index] ?? null}
            currency={currency}
            hours={hoursOf(line.id)}
            isFirst={index === 0}
            isLast={index >= lines.length - 1}
            key={line.id}
            known={known}
            line={line}
            place={index + 1}
            rates={rates}
            refusedIn={refusedAt(index)}
          />
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-x-7">
        <Button kind="quiet" onClick={add}>
          <Plus aria-hidden size={16} strokeWidth={1.5} />
          Add a line
        </Button>
        {props.beside}
        <span className="text-caption text-ink3 max-sm:hidden pointer-coarse:hidden">
          Tab in the last field adds one · Alt+↑ ↓ moves a line
        </span>
      </div>
      <output className="sr-only">{said}</output>
      <Below
        field={{ ...field, problem: null }}
        hint={undefined}
        textOf={(lines) => (Array.isArray(lines) ? counted(lines.length, "line") : null)}
      />
    </section>
  );
}

/** A document may have 200 lines: only those in which something changed are drawn again. */
const Row = memo(LineRow, isSameRow);

type RowProps = ComponentProps<typeof LineRow>;

const REFUSED_IN = ["name", "quantity", "price", "discount"];

function isSameRow({ refusedIn: before, ...row }: RowProps, next: RowProps): boolean {
  const { refusedIn: after, ...nextRow } = next;
  const others = new Map<string, unknown>(Object.entries(nextRow));
  return (
    Object.entries(row).every(([name, value]) => isAlike(value, others.get(name))) &&
    REFUSED_IN.every((column) => before(column) === after(column))
  );
}

/** The same value, or objects and arrays with the same values in them. */
function isAlike(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return false;
  const others = new Map<string, unknown>(Object.entries(other));
  const entries = Object.entries(one);
  return (
    entries.length === others.size &&
    entries.every(([name, value]) => others.has(name) && Object.is(value, others.get(name)))
  );
}

/** Functions that stay the same ones from draw to draw, and do what the newest do. */
function useSteadyActs(acts: LineActs): LineActs {
  const newest = useRef(acts);
  useLayoutEffect(() => {
    newest.current = acts;
  });
  const [steady] = useState<LineActs>(() => ({
    put: (line) => newest.current.put(line),
    fault: (cell, why) => newest.current.fault(cell, why),
    move: (id, by) => newest.current.move(id, by),
    copy: (id) => newest.current.copy(id),
    remove: (id) => newest.current.remove(id),
    leave: (id, event) => newest.current.leave(id, event),
  }));
  return steady;
}

function newLine(rate: string | null): InvoiceLine {
  return blankLine(newLineId(), rate);
}
