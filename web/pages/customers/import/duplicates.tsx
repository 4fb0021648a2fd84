import { looseField } from "../../../form/field.ts";
import { SelectField } from "../../../form/select-field.tsx";
import { actionOf, type Choices, type PreviewRow, withAll, withLine } from "./preview.ts";
import { EMAIL, LINE, MoreRows, NAME, RowSection } from "./row-table.tsx";

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
