import { Table } from "../../../components/table.tsx";
import { looseField } from "../../../form/field.ts";
import { SelectField } from "../../../form/select-field.tsx";
import type { Preview } from "./sent-file.ts";

type ColumnsProps = {
  readonly preview: Pick<Preview, "columns" | "roles">;
  readonly answers: Readonly<Record<string, string>>;
  readonly onAnswer: (id: string, value: string) => void;
  readonly isOpen: boolean;
};

/** The columns of a CSV file, each with what it was taken for, which a person can correct. */
export function Columns({ preview, answers, onAnswer, isOpen }: ColumnsProps) {
  const { columns, roles } = preview;
  return (
    <details open={isOpen || undefined}>
      <summary className="min-h-6 cursor-pointer text-accent">What the columns are</summary>
      <div className="pt-2">
        <Table
          caption="Columns of the file"
          columns={[
            {
              title: "Column",
              isHeader: true,
              narrow: "first",
              cell: ({ title }) => <bdi className="wrap-anywhere">{title}</bdi>,
            },
            {
              title: "For example",
              narrow: "plain",
              cell: ({ examples }) => (
                <bdi className="line-clamp-2 text-ink2 wrap-anywhere">{examples.join(" · ")}</bdi>
              ),
            },
            {
              title: "Is",
              narrow: "plain",
              cell: ({ id, title, role }) => (
                <SelectField
                  field={looseField(id, answers[id] ?? role, (value) => onAnswer(id, value))}
                  isLabelHidden
                  label={`Column ${title}`}
                  options={roles}
                />
              ),
            },
          ]}
          keyOf={({ id }) => id}
          rows={columns}
        />
      </div>
    </details>
  );
}
