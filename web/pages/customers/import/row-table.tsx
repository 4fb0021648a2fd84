import { type ReactNode, useId, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Shape, type Tone } from "../../../components/shapes.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { looseField } from "../../../form/field.ts";
import { SelectField } from "../../../form/select-field.tsx";
import { moreWords } from "../../../numbers.ts";
import { TagNames } from "../../../tags/tag-names.tsx";
import { type PreviewRow, actionOf, type Choices, withAll, withLine } from "./preview.ts";

type RowTableProps = {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly rows: readonly PreviewRow[];
  readonly tone?: Tone | undefined;
  readonly kind: "problems" | "tags";
};

/** Rows of the file under a heading; none draws nothing. */
export function CustomerRowTable({ title, hint, rows, tone, kind }: RowTableProps) {
  if (rows.length === 0) return null;
  const last: Column<PreviewRow> =
    kind === "tags"
      ? { title: "Tags", cell: ({ tags }) => <TagNames tags={tags.map(tagged)} /> }
      : { title: "Why", cell: ({ problems }) => problems.join(" ") };
  return (
    <RowSection count={rows.length} hint={hint} title={title} tone={tone}>
      <MoreRows columns={[LINE, NAME, EMAIL, last]} rows={rows} title={title} />
    </RowSection>
  );
}

function tagged(name: string) {
  return { id: name, name };
}

/** The tables stand below each other: their columns have the same places. */
const LINE: Column<PreviewRow> = {
  title: "Line",
  width: "w-16",
  narrow: "beside",
  cell: ({ line }) => (
    <>
      <span className="text-ink3 @min-[40rem]:hidden">Line </span>
      {line.toLocaleString("en-GB")}
    </>
  ),
};

const NAME: Column<PreviewRow> = {
  title: "Name",
  width: "w-1/4",
  isHeader: true,
  narrow: "first",
  cell: ({ name, line }) => <bdi>{name ?? `Line ${line}`}</bdi>,
};

const EMAIL: Column<PreviewRow> = {
  title: "E-mail",
  width: "w-1/4",
  cell: ({ email }) => <bdi>{email ?? "–"}</bdi>,
};

type RowSectionProps = Pick<RowTableProps, "title" | "hint" | "tone"> & {
  readonly count: number;
  readonly children: ReactNode;
};

function RowSection({ title, count, hint, tone, children }: RowSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div className="grid gap-1">
        <h2 className="text-section font-semibold" id={id}>
          {tone === undefined ? null : (
            <span className="me-1.5 inline-flex align-[-2px]">
              <Shape tone={tone} />
            </span>
          )}
          {title} <span className="font-normal text-ink2">{count.toLocaleString("en-GB")}</span>
        </h2>
        {hint === undefined ? null : <p className="text-ink2">{hint}</p>}
      </div>
      {children}
    </section>
  );
}

type MoreRowsProps = {
  readonly title: string;
  readonly columns: readonly Column<PreviewRow>[];
  readonly rows: readonly PreviewRow[];
};

const FIRST = 10;
const FURTHER = 50;

function MoreRows({ title, columns, rows }: MoreRowsProps) {
  const [shown, setShown] = useState(FIRST);
  const left = rows.length - shown;
  return (
    <>
      <Table
        caption={title}
        columns={columns}
        keyOf={({ line }) => String(line)}
        rows={rows.slice(0, shown)}
      />
      {left <= 0 ? null : (
        <div>
          <Button onClick={() => setShown(shown + FURTHER)}>{moreWords(left, FURTHER)}</Button>
        </div>
      )}
    </>
  );
}

type DuplicatesProps = {
  readonly rows: readonly PreviewRow[];
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
};

const ACTIONS = [
  { value: "skip", label: "Leave out" },
  { value: "update", label: "Update" },
  { value: "create", label: "Add anyway" },
] as const;

/** Rows that repeat a customer or each other, with what is done with all of them and with each. */
export function Duplicates({ rows, choices, onChange }: DuplicatesProps) {
  const ofAll = (by: "email" | "name") => {
    const count = rows.filter(({ duplicate }) => duplicate?.by === by).length;
    if (count === 0) return null;
    const name = by === "email" ? "onEmail" : "onName";
    return (
      <SelectField
        field={looseField(name, choices[name], (action) =>
          onChange(withAll(choices, rows, by, action)),
        )}
        label={`${by === "email" ? "Same e-mail address" : "Same name"} (${count})`}
        options={[...ACTIONS]}
      />
    );
  };
  return (
    <RowSection
      count={rows.length}
      hint="An update takes the values of the file, and leaves those that it does not have."
      title="Known already"
    >
      <div className="grid max-w-settings gap-4 sm:grid-cols-2">
        {ofAll("email")}
        {ofAll("name")}
      </div>
      <MoreRows
        columns={[
          LINE,
          NAME,
          EMAIL,
          { title: "Repeats", cell: (row) => <Repeated row={row} /> },
          {
            title: "What to do",
            cell: (row) => (
              <SelectField
                field={looseField(`line-${row.line}`, actionOf(row, choices), (action) =>
                  onChange(withLine(choices, row, action)),
                )}
                isLabelHidden
                label={`Line ${row.line}, ${row.name ?? ""}`}
                options={[...ACTIONS]}
              />
            ),
          },
        ]}
        rows={rows}
        title="Known already"
      />
    </RowSection>
  );
}

function Repeated({ row: { name, duplicate } }: { readonly row: PreviewRow }) {
  if (duplicate === null) return null;
  const { by, customer, line } = duplicate;
  const same = by === "email" ? "Same e-mail" : "Same name";
  if (customer === null) return `${same} as line ${line}`;
  return (
    <>
      {same}
      {customer.name === name ? null : (
        <>
          {" "}
          as <bdi>{customer.name}</bdi>
        </>
      )}
      {customer.is_archived ? ", archived" : ""}
    </>
  );
}
