import { CUSTOMER_FILE_LABELS } from "../../../../src/shared/records/customer.ts";
import { enumerated } from "../../../../src/shared/words.ts";
import { Notice } from "../../../components/status.tsx";
import { FileColumns } from "../../../form/file-columns.tsx";
import { counted } from "../../../numbers.ts";
import type { Choices, Preview } from "./preview.ts";

type ReadAsProps = {
  readonly preview: Preview;
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
};

/** Dialect of the file, and the field that each column becomes. */
export function ReadAs({ preview, choices, onChange }: ReadAsProps) {
  const { columns, missing, rows, encoding, delimiter } = preview;
  const left = columns.filter(({ field, title }) => field === null && title !== "");
  return (
    <section aria-labelledby="read-as" className="grid gap-2">
      <h2 className="text-section font-semibold" id="read-as">
        {counted(rows.length, "row")}
      </h2>
      <p className="text-ink2">
        Read as {ENCODINGS[encoding]}, separated by {DELIMITERS[delimiter]}.
        {left.length === 0 ? null : (
          <>
            {" "}
            Not imported: <bdi>{enumerated(left.map(({ title }) => title))}</bdi>.
          </>
        )}
      </p>
      <output className="block empty:hidden">
        {missing.length === 0 ? null : (
          <Notice
            title={`Choose the column of the ${enumerated(missing.map((field) => NEEDED[field]))}`}
            tone="warn"
          >
            <p>Without a name and an e-mail address no row becomes a customer.</p>
          </Notice>
        )}
      </output>
      <FileColumns
        chosen={choices.columns}
        columns={columns}
        fields={CUSTOMER_FILE_LABELS}
        isOpen={missing.length > 0}
        onChange={(columns) => onChange({ ...choices, columns })}
      />
    </section>
  );
}

const NEEDED = {
  name: "name",
  email: "e-mail address",
} as const satisfies Record<Preview["missing"][number], string>;

const ENCODINGS = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
} as const satisfies Record<Preview["encoding"], string>;

const DELIMITERS = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "bars",
} as const satisfies Record<Preview["delimiter"], string>;
