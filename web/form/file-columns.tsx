import { useState } from "react";
import { Button } from "../components/button.tsx";
import { type Column, Table } from "../components/table.tsx";
import { counted } from "../numbers.ts";
import {
  type ChosenColumns,
  columnName,
  fieldAt,
  type FileColumn,
  columnPlace,
  withField,
} from "./chosen-columns.ts";
import { looseField } from "./field.ts";
import { SelectField } from "./select-field.tsx";

type FileColumnsProps<Field extends string> = {
  readonly columns: readonly FileColumn<Field>[];
  readonly chosen: ChosenColumns<Field>;
  /** Label of each field, in the order of the options. */
  readonly fields: Readonly<Record<Field, string>>;
  readonly onChange: (chosen: ChosenColumns<Field>) => void;
  readonly isOpen: boolean;
};

type Row<Field extends string> = FileColumn<Field> & { readonly place: number };

export function FileColumns<Field extends string>(props: FileColumnsProps<Field>) {
  const { columns, chosen, fields, onChange } = props;
  const [isOpened, setOpened] = useState(props.isOpen);
  const [taken, setTaken] = useState("");
  const all = columns
    .map((column, place) => ({ ...column, place }))
    .filter(({ title, values }) => title !== "" || values.length > 0);
  const isOut = (row: Row<Field>) => row.guessed === null && !chosen.has(row.place);
  const out = all.filter(isOut).length;
  // Once opened it stays: a choice must not hide the columns beside it.
  if (props.isOpen && !isOpened) setOpened(true);
  const isFolded = out > MOST_OUT && !isOpened;
  const choose = (place: number, field: Field | null) => {
    setTaken(takenWords({ columns, chosen }, place, field));
    onChange(withField(columns, chosen, place, field));
  };
  return (
    <>
      <Table
        caption="Columns of the file"
        columns={[
          TITLE,
          VALUES,
          {
            title: "Becomes",
            width: "w-1/3",
            narrow: "plain",
            cell: ({ place, ...column }) => (
              <SelectField
                field={looseField(`column-${place}`, fieldAt(columns, chosen, place), (field) =>
                  choose(place, field),
                )}
                isLabelHidden
                label={`${columnName(column, place)} becomes`}
                options={[
                  { value: null, label: "Leave out" },
                  ...optionsFor({ columns, chosen, fields }, place),
                ]}
              />
            ),
          },
        ]}
        keyOf={({ place }) => String(place)}
        rows={isFolded ? all.filter((row) => !isOut(row)) : all}
      />
      <output className="text-ink2 empty:hidden">{taken}</output>
      {isFolded ? (
        <div>
          <Button onClick={() => setOpened(true)}>
            Show {counted(out, "column")} that are left out
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** Names the column that a choice leaves without its field. */
function takenWords<Field extends string>(
  { columns, chosen }: Pick<Offered<Field>, "columns" | "chosen">,
  place: number,
  field: Field | null,
): string {
  const before = field === null ? null : columnPlace(columns, chosen, field);
  const other = before === null || before === place ? undefined : columns[before];
  return other === undefined || before === null
    ? ""
    : `“${columnName(other, before)}” is left out now.`;
}

const MOST_OUT = 5;

const TITLE: Column<Row<string>> = {
  title: "Column",
  width: "w-1/4",
  isHeader: true,
  narrow: "first",
  cell: ({ place, ...column }) => <bdi className="font-medium">{columnName(column, place)}</bdi>,
};

const VALUES: Column<Row<string>> = {
  title: "First values",
  narrow: "plain",
  cell: ({ values }) =>
    values.length === 0 ? (
      <span className="text-ink3">empty</span>
    ) : (
      <span className="wrap-anywhere text-ink2">
        {values.map((value, index) => (
          <span key={value}>
            {index === 0 ? null : " · "}
            <bdi>{value}</bdi>
          </span>
        ))}
      </span>
    ),
};

type Offered<Field extends string> = Pick<FileColumnsProps<Field>, "columns" | "chosen" | "fields">;

/** Marks a field that another column has: choosing it here takes it from there. */
function optionsFor<Field extends string>(
  { columns, chosen, fields }: Offered<Field>,
  place: number,
) {
  return namesOf(fields).map((field) => {
    const at = columnPlace(columns, chosen, field);
    const other = at === null || at === place ? undefined : columns[at];
    const now = other === undefined || at === null ? "" : ` (now ${columnName(other, at)})`;
    return { value: field, label: `${fields[field]}${now}` };
  });
}

function namesOf<Field extends string>(fields: Readonly<Record<Field, string>>): Field[] {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the keys of a record of fields
  return Object.keys(fields) as Field[];
}
