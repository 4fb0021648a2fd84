import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { ActionsMenu, MenuItem, MenuRule } from "../../../components/menu.tsx";
import { money } from "../../../numbers.ts";
import { type InvoiceLine, LONGEST_LINE_DESCRIPTION, LONGEST_LINE_UNIT } from "../invoice.ts";
import { Cell, CellLabel } from "./cell.tsx";
import { cellId } from "./cells.ts";
import {
  discountText,
  priceText,
  quantityText,
  readPrice,
  readQuantity,
  readTypedDiscount,
  type TypedDiscount,
} from "./decimals.ts";
import { discountColumns, discountOf, filledLine, type KnownLine } from "./lines.ts";
import { NameBox } from "./name-box.tsx";
import { type TaxRate, rateName } from "./rates.ts";

/** Parts of a line that are folded until somebody wants them. */
type Part = "description" | "unit" | "discount";

export type LineActs = {
  readonly put: (line: InvoiceLine) => void;
  readonly fault: (cell: string, why: string | null) => void;
  readonly move: (id: string, by: -1 | 1) => void;
  readonly copy: (id: string) => void;
  readonly remove: (id: string) => void;
  /** Tab and Shift+Tab at the ends of a line. */
  readonly leave: (id: string, event: KeyboardEvent) => void;
};

type LineRowProps = {
  readonly line: InvoiceLine;
  readonly place: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly currency: string;
  /** Null while the amounts cannot be computed. */
  readonly amount: {
    readonly gross: number;
    readonly discount: number;
    readonly amount: number;
  } | null;
  /** Empty where the document has no tax. */
  readonly rates: readonly TaxRate[];
  readonly known: readonly KnownLine[];
  /** Tracked time behind the line; null without any. */
  readonly hours: ReactNode;
  readonly refusedIn: (column: string) => string | null;
  readonly acts: LineActs;
};

export function LineRow(props: LineRowProps) {
  const { line, place, currency, rates, known, acts, refusedIn } = props;
  const { id } = line;
  const [opened, setOpened] = useState<ReadonlySet<Part>>(new Set());
  const style = { currency, locale: navigator.language };
  const of = `of line ${place}`;
  const put = (changes: Partial<InvoiceLine>) => acts.put({ ...line, ...changes });
  const discount = discountOf(line);
  const isShown = {
    description: line.description !== null || opened.has("description"),
    unit: line.unit !== null || opened.has("unit"),
    discount: discount !== null || opened.has("discount"),
  };
  const open = (part: Part) => {
    setOpened(new Set([...opened, part]));
    focusSoon(cellId(id, part));
  };
  const press = (event: KeyboardEvent) => {
    if (!event.altKey || !/^Arrow(Up|Down)$/.test(event.key)) return;
    event.preventDefault();
    // The list of suggestions would open or close.
    event.stopPropagation();
    acts.move(id, event.key === "ArrowUp" ? -1 : 1);
  };
  const hasTax = rates.length > 0;
  return (
    <li
      aria-label={`Line ${place}`}
      className={`invoice-line ${hasTax ? "with-tax" : ""}`}
      onKeyDownCapture={press}
    >
      <NameBox
        className="invoice-name"
        id={cellId(id, "name")}
        known={known}
        label={`Name ${of}`}
        onKeyDown={(event) => {
          if (event.key === "Tab" && event.shiftKey) acts.leave(id, event);
        }}
        onKnown={(line_) => {
          acts.put(filledLine(line, line_));
          focusSoon(cellId(id, "quantity"));
        }}
        onText={(name) => put({ name })}
        refused={refusedIn("name")}
        text={line.name}
        toldOf={({ price }) => `${priceText(price, style)} ${currency}`}
      />
      {isShown.description || props.hours !== null ? (
        <div className="invoice-description">
          {isShown.description ? (
            <>
              <CellLabel
                brief="Description"
                id={cellId(id, "description")}
                label={`Description ${of}`}
              />
              <textarea
                aria-label={`Description ${of}`}
                className="control field-sizing-content max-h-60 min-h-9 w-full py-1.5 text-ink2"
                id={cellId(id, "description")}
                maxLength={LONGEST_LINE_DESCRIPTION}
                onChange={({ target }) =>
                  put({ description: target.value === "" ? null : target.value })
                }
                placeholder="Description"
                rows={1}
                value={line.description ?? ""}
              />
            </>
          ) : null}
          {props.hours}
        </div>
      ) : null}
      <Cell
        brief="Quantity"
        className="invoice-quantity"
        id={cellId(id, "quantity")}
        label={`Quantity ${of}`}
        onFault={(why) => acts.fault(cellId(id, "quantity"), why)}
        onRead={(quantity) => put({ quantity })}
        read={readQuantity}
        refused={refusedIn("quantity")}
        textOf={(decimal) => quantityText(decimal, style)}
        value={line.quantity}
      />
      {isShown.unit ? (
        <div className="invoice-unit">
          <CellLabel brief="Unit" id={cellId(id, "unit")} label={`Unit ${of}`} />
          <input
            aria-label={`Unit ${of}`}
            autoComplete="off"
            className="line-control text-end"
            id={cellId(id, "unit")}
            maxLength={LONGEST_LINE_UNIT}
            onChange={({ target }) => put({ unit: target.value === "" ? null : target.value })}
            placeholder="Unit"
            value={line.unit ?? ""}
          />
        </div>
      ) : null}
      <Cell
        brief="Price"
        className="invoice-price"
        empty="0"
        id={cellId(id, "price")}
        label={`Price ${of}`}
        onFault={(why) => acts.fault(cellId(id, "price"), why)}
        onKeyDown={(event) => {
          if (!hasTax && event.key === "Tab" && !event.shiftKey) acts.leave(id, event);
        }}
        onRead={(price) => put({ price })}
        placeholder={priceText("0", style)}
        read={(text) => readPrice(text, style)}
        refused={refusedIn("price")}
        textOf={(decimal) => (decimal === "0" ? "" : priceText(decimal, style))}
        value={line.price}
      />
      {isShown.discount ? (
        <Cell<TypedDiscount | null>
          brief="Discount"
          className="invoice-discount"
          empty={null}
          id={cellId(id, "discount")}
          label={`Discount ${of}`}
          onFault={(why) => acts.fault(cellId(id, "discount"), why)}
          onRead={(typed) => put(discountColumns(typed))}
          placeholder="10 % or 50"
          read={(text) => readTypedDiscount(text, style)}
          refused={refusedIn("discount")}
          textOf={(typed) => (typed === null ? "" : discountText(typed, style))}
          value={discount}
        />
      ) : null}
      {hasTax ? (
        <TaxCell
          chosen={line.tax_rate_id}
          id={cellId(id, "tax")}
          label={`Tax ${of}`}
          onChoose={(tax_rate_id) => put({ tax_rate_id })}
          onKeyDown={(event) => {
            if (event.key === "Tab" && !event.shiftKey) acts.leave(id, event);
          }}
          rates={rates}
        />
      ) : null}
      <Amounts {...props} hasDiscount={isShown.discount} />
      <div className="invoice-menu">
        <LineMenu {...props} isShown={isShown} onOpen={open} />
      </div>
    </li>
  );
}

/** Focuses an element that is drawn, or loses its place, in this moment. */
export function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}

type TaxCellProps = {
  readonly id: string;
  readonly label: string;
  readonly chosen: string | null;
  readonly rates: readonly TaxRate[];
  readonly onChoose: (id: string | null) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

const NO_TAX = "none";

function TaxCell({ id, label, chosen, rates, onChoose, onKeyDown }: TaxCellProps) {
  return (
    <div className="invoice-tax">
      <CellLabel brief="Tax" id={id} label={label} />
      <span className="relative block">
        <select
          aria-label={label}
          className="line-control appearance-none pe-6 text-ellipsis"
          id={id}
          onChange={({ target }) => onChoose(target.value === NO_TAX ? null : target.value)}
          onKeyDown={onKeyDown}
          value={chosen ?? NO_TAX}
        >
          <option value={NO_TAX}>None</option>
          {rates.map((rate) => (
            <option key={rate.id} value={rate.id}>
              {rateName(rate)}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute end-1.5 top-1/2 -translate-y-1/2 text-ink2"
          size={16}
          strokeWidth={1.5}
        />
      </span>
    </div>
  );
}

type AmountsProps = Pick<LineRowProps, "amount" | "currency" | "place"> & {
  readonly hasDiscount: boolean;
};

/** Amount of the line, below a discount that is taken off it. */
function Amounts({ amount, currency, place, hasDiscount }: AmountsProps) {
  return (
    <>
      <div className="invoice-amount">
        <span className="text-caption text-ink2 @min-[36rem]:sr-only">Amount</span>
        <output aria-label={`Amount of line ${place}`} className="invoice-figure font-medium">
          {amount === null ? "–" : money(amount.amount, currency)}
        </output>
      </div>
      {hasDiscount && amount !== null && amount.discount > 0 ? (
        <p className="invoice-less text-small text-ink2">
          <span className="sr-only">Less a discount of </span>
          <span aria-hidden>−</span>
          {money(amount.discount, currency)}
        </p>
      ) : null}
    </>
  );
}

type LineMenuProps = LineRowProps & {
  readonly isShown: Readonly<Record<Part, boolean>>;
  readonly onOpen: (part: Part) => void;
};

function LineMenu({ line: { id }, place, isFirst, isLast, acts, isShown, onOpen }: LineMenuProps) {
  return (
    <ActionsMenu id={cellId(id, "menu")} label={`Actions for line ${place}`}>
      {isShown.description ? null : (
        <MenuItem onPress={() => onOpen("description")}>Add a description</MenuItem>
      )}
      {isShown.unit ? null : <MenuItem onPress={() => onOpen("unit")}>Add a unit</MenuItem>}
      {isShown.discount ? null : (
        <MenuItem onPress={() => onOpen("discount")}>Give a discount</MenuItem>
      )}
      <MenuItem onPress={() => acts.copy(id)}>Copy the line</MenuItem>
      <MenuRule />
      {isFirst ? null : <MenuItem onPress={() => acts.move(id, -1)}>Move up (Alt+↑)</MenuItem>}
      {isLast ? null : <MenuItem onPress={() => acts.move(id, 1)}>Move down (Alt+↓)</MenuItem>}
      <MenuItem onPress={() => acts.remove(id)} tone="bad">
        Remove the line
      </MenuItem>
    </ActionsMenu>
  );
}
