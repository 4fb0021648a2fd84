import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CUSTOMER_FILE_LABELS } from "../../../../src/shared/records/customer.ts";
import { enumerated } from "../../../../src/shared/words.ts";
import { Notice } from "../../../components/status.tsx";
import { upload } from "../../../files.ts";
import { FileColumns } from "../../../form/file-columns.tsx";
import { FilePreview, type PreviewState } from "../../../form/file-preview.tsx";
import { counted } from "../../../numbers.ts";
import { useTeam } from "../../../team.tsx";
import { Duplicates } from "./duplicates.tsx";
import { ImportButton } from "./import-button.tsx";
import {
  type Choices,
  isImportDecided,
  type Preview,
  PREVIEW,
  SAFE,
  customerImportOptions,
  sorted,
} from "./preview.ts";
import { CustomerRowTable } from "./row-table.tsx";

/** Effect of an import of the file, asked again for each choice. */
export function PreviewOf({ file }: { readonly file: File }) {
  const team = useTeam();
  const [choices, setChoices] = useState(SAFE);
  const sent = customerImportOptions(choices);
  const query = useQuery({
    queryKey: [PREVIEW, team.id, file.name, file.size, file.lastModified, sent],
    queryFn: async () => upload(PREVIEW, { team: team.id, ...sent }, file),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  return (
    <FilePreview isDecided={isImportDecided(choices)} query={query}>
      {(preview, state) => (
        <Read
          choices={choices}
          file={file}
          onChange={setChoices}
          preview={preview}
          reload={async () => query.refetch()}
          state={state}
        />
      )}
    </FilePreview>
  );
}

type ReadProps = {
  readonly file: File;
  readonly preview: Preview;
  readonly choices: Choices;
  readonly state: PreviewState;
  readonly onChange: (choices: Choices) => void;
  readonly reload: () => Promise<unknown>;
};

function Read({ file, preview, choices, state, onChange, reload }: ReadProps) {
  const { broken, duplicates, plain, lossy } = sorted(preview);
  return (
    <div className="grid gap-8">
      <ReadAs choices={choices} onChange={onChange} preview={preview} />
      {duplicates.length === 0 ? null : (
        <Duplicates choices={choices} onChange={onChange} rows={duplicates} />
      )}
      <CustomerRowTable
        hint="Correct them in the file and choose it again, or import the others without them."
        kind="problems"
        rows={preview.missing.length > 0 ? [] : broken}
        title="Cannot be imported"
        tone="bad"
      />
      <CustomerRowTable
        hint="The rows are imported without these values."
        kind="problems"
        rows={lossy}
        title="Values that are left out"
        tone="warn"
      />
      <CustomerRowTable kind="tags" rows={plain} title="New customers" tone="new" />
      <ImportButton choices={choices} file={file} preview={preview} reload={reload} state={state} />
    </div>
  );
}

type ReadAsProps = {
  readonly preview: Preview;
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
};

/** Dialect of the file, and the field that each column becomes. */
function ReadAs({ preview, choices, onChange }: ReadAsProps) {
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
