import { useState } from "react";
import type { Input, Output } from "../../api.ts";
import { Button, ButtonAnchor } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Choices } from "../../form/choices.tsx";
import { DayField } from "../../form/day-field.tsx";
import { looseField } from "../../form/field.ts";
import { SelectField } from "../../form/select-field.tsx";
import { useListAddress } from "../../list/address.ts";
import { oneOf } from "../../list/filters.ts";
import { counted } from "../../numbers.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { RANGE_PRESETS, rangePreset } from "../reports/ranges.ts";
import { useBooks } from "../reports/readers.ts";
import { INVOICE_STATES, INVOICES } from "./invoice-list.tsx";

const FOUND = "GET /api/teams/:team/invoices/export/found";

/** Saves the documents that the filters of the list show, of some days. */
export function ExportInvoicesDialog({ onClose }: { readonly onClose: () => void }) {
  const team = useTeam();
  const { values } = useListAddress(INVOICES);
  const { status, customer, q } = values;
  const [from, setFrom] = useState(values["from"] ?? null);
  const [to, setTo] = useState(values["to"] ?? null);
  const [format, setFormat] = useState<Format>("zip");
  const filter = {
    status: oneOf(INVOICE_STATES, status),
    customer,
    q,
    from: from ?? undefined,
    to: to ?? undefined,
  };
  const { data, error } = useOfTeam(team, FOUND, filter);
  const isTooMuch = data !== undefined && format === "zip" && pdfsIn(data) > data.most;
  const isNothing = data !== undefined && sizeOf(data, format) === 0;
  return (
    <Dialog isOpen onClose={onClose} title="Export invoices">
      <Days from={from} setFrom={setFrom} setTo={setTo} to={to} />
      <Choices choices={FORMATS} field={looseField("format", format, setFormat)} label="File" />
      <p aria-live="polite" className={isTooMuch || isNothing ? "text-warn" : "text-ink2"}>
        {data === undefined ? (error?.message ?? "Counting…") : foundText(data, format)}
      </p>
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button onClick={onClose}>Cancel</Button>
        {isTooMuch || isNothing ? (
          <Button aria-disabled kind="primary">
            Export
          </Button>
        ) : (
          <ButtonAnchor href={hrefOf(team.id, { ...filter, format })} kind="primary">
            Export {data === undefined ? "" : sizeText(data, format)}
          </ButtonAnchor>
        )}
      </div>
    </Dialog>
  );
}

type DaysProps = {
  readonly from: string | null;
  readonly to: string | null;
  readonly setFrom: (day: string | null) => void;
  readonly setTo: (day: string | null) => void;
};

const ALL = "all";
const OWN = "own";

/** Days of issue: a month or a quarter by its name, or two days. */
function Days({ from, to, setFrom, setTo }: DaysProps) {
  const books = useBooks();
  const isAll = from === null && to === null;
  const named = from === null || to === null ? null : rangePreset({ from, to }, books);
  const choose = (value: string) => {
    const chosen = RANGE_PRESETS.find((preset) => preset.value === value)?.rangeOf(books);
    if (value === OWN) return;
    setFrom(chosen?.from ?? null);
    setTo(chosen?.to ?? null);
  };
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <SelectField<string>
        field={looseField<string>("period", isAll ? ALL : (named ?? OWN), choose)}
        label="Issued"
        options={[
          { value: ALL, label: "At any time" },
          ...RANGE_PRESETS.map(({ value, label }) => ({ value, label })),
          ...(isAll || named !== null ? [] : [{ value: OWN, label: "Days of your choice" }]),
        ]}
      />
      <DayField field={looseField("export-from", from, setFrom)} isOptional label="From" />
      <DayField field={looseField("export-to", to, setTo)} isOptional label="To, inclusive" />
    </div>
  );
}

const FORMATS = [
  {
    value: "zip",
    label: "PDFs and list, as ZIP",
    hint: "Each PDF is named by its number; the list is index.csv. PDFs that nobody has opened yet are drawn first.",
  },
  {
    value: "csv",
    label: "List as CSV",
    hint: "Net, tax by rate, what is paid and open. Commas, and points in amounts: 1234.50",
  },
  {
    value: "csv_semicolon",
    label: "List as CSV with semicolons",
    hint: "For spreadsheets that write 1234,50",
  },
] as const;

type Format = (typeof FORMATS)[number]["value"];

type Found = Output<typeof FOUND>;

function pdfsIn({ invoices, credit_notes, drafts }: Found): number {
  return invoices + credit_notes - drafts;
}

function sizeOf(found: Found, format: Format): number {
  return format === "zip" ? pdfsIn(found) : found.invoices + found.credit_notes;
}

function sizeText(found: Found, format: Format): string {
  const size = sizeOf(found, format);
  return format === "zip" ? counted(size, "PDF") : counted(size, "line");
}

function foundText(found: Found, format: Format): string {
  const { invoices, credit_notes, drafts, most } = found;
  const kinds = [
    ...(invoices === 0 && credit_notes > 0 ? [] : [counted(invoices, "invoice")]),
    ...(credit_notes === 0 ? [] : [counted(credit_notes, "credit note")]),
  ];
  const all = `${kinds.join(" and ")}, with the filters of the list.`;
  if (format !== "zip") return all;
  if (pdfsIn(found) > most)
    return `${all} One file takes ${counted(most, "PDF")}: choose fewer days.`;
  if (drafts === 0) return all;
  const have = drafts === 1 ? "draft has" : "drafts have";
  return `${all} ${drafts.toLocaleString("en-GB")} ${have} no number, and so no PDF.`;
}

type Asked = Omit<Input<typeof FOUND>, "team"> & { readonly format: Format };

function hrefOf(team: string, asked: Asked): string {
  const given = Object.entries(asked).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return `/api/teams/${team}/invoices/export?${query.toString()}`;
}
