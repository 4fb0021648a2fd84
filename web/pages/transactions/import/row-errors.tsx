import { useId } from "react";
import { Table } from "../../../components/table.tsx";
import { counted } from "../../../numbers.ts";
import type { Preview } from "./sent-file.ts";

type RowErrorsProps = {
  readonly errors: Preview["errors"];
  readonly isSkipped: boolean;
  readonly onSkip: (isSkipped: boolean) => void;
};

/** Rows that cannot be read. They stop the import until a person leaves them out. */
export function RowErrors({ errors: { count, first }, isSkipped, onSkip }: RowErrorsProps) {
  const id = useId();
  return (
    <>
      <label
        className="flex min-h-6 cursor-pointer items-center max-sm:min-h-11 gap-2 font-medium"
        htmlFor={id}
      >
        <input
          checked={isSkipped}
          className="size-4 accent-accent"
          id={id}
          onChange={({ target }) => onSkip(target.checked)}
          type="checkbox"
        />
        Skip {counted(count, "row")} that cannot be read
      </label>
      <Table
        caption="Rows that cannot be read"
        columns={[
          {
            title: "Line",
            isHeader: true,
            narrow: "first",
            cell: ({ line, column }) => (
              <>
                Line {line.toLocaleString("en-GB")}
                {column === null ? null : (
                  <>
                    , <bdi>{column}</bdi>
                  </>
                )}
              </>
            ),
          },
          {
            title: "Text",
            narrow: "plain",
            cell: ({ text }) => <bdi className="wrap-anywhere">{text}</bdi>,
          },
          { title: "Why", narrow: "plain", cell: ({ why }) => why },
        ]}
        keyOf={({ line, column, text }) => `${line} ${column ?? ""} ${text}`}
        rows={first}
      />
      {count > first.length ? (
        <p className="text-ink2">
          And {(count - first.length).toLocaleString("en-GB")} more. Are the columns read as they
          are meant?
        </p>
      ) : null}
    </>
  );
}
