import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { upload } from "../../../files.ts";
import { FilePreview, type PreviewState } from "../../../form/file-preview.tsx";
import { useTeam } from "../../../team.tsx";
import { Duplicates } from "./duplicates.tsx";
import { ImportButton } from "./import-button.tsx";
import { type Choices, isDecided, type Preview, PREVIEW, SAFE, sentOf, sorted } from "./preview.ts";
import { ReadAs } from "./read-as.tsx";
import { RowTable } from "./row-table.tsx";

/** Effect of an import of the file, asked again for each choice. */
export function PreviewOf({ file }: { readonly file: File }) {
  const team = useTeam();
  const [choices, setChoices] = useState(SAFE);
  const sent = sentOf(choices);
  const query = useQuery({
    queryKey: [PREVIEW, team.id, file.name, file.size, file.lastModified, sent],
    queryFn: async () => upload(PREVIEW, { team: team.id, ...sent }, file),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  return (
    <FilePreview isDecided={isDecided(choices)} query={query}>
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
      <RowTable
        hint="Correct them in the file and choose it again, or import the others without them."
        kind="problems"
        rows={preview.missing.length > 0 ? [] : broken}
        title="Cannot be imported"
        tone="bad"
      />
      <RowTable
        hint="The rows are imported without these values."
        kind="problems"
        rows={lossy}
        title="Values that are left out"
        tone="warn"
      />
      <RowTable kind="tags" rows={plain} title="New customers" tone="new" />
      <ImportButton choices={choices} file={file} preview={preview} reload={reload} state={state} />
    </div>
  );
}
