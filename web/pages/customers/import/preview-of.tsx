import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Refused } from "../../../api.ts";
import { Answer } from "../../../components/answer.tsx";
import { Notice } from "../../../components/status.tsx";
import { useTeam } from "../../../team.tsx";
import { upload } from "../../../upload.ts";
import { Duplicates } from "./duplicates.tsx";
import { ImportButton } from "./import-button.tsx";
import { type Choices, type Preview, PREVIEW, SAFE, sentOf, sorted } from "./preview.ts";
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
  if (query.error instanceof Refused) return <Unread error={query.error} />;
  return (
    <Answer query={query} what="the preview">
      {(preview) => (
        <Read
          choices={choices}
          file={file}
          isStale={query.isPlaceholderData}
          onChange={setChoices}
          preview={preview}
          reload={async () => query.refetch()}
        />
      )}
    </Answer>
  );
}

function Unread({ error: { problem } }: { readonly error: Refused }) {
  return (
    <div role="alert">
      <Notice title={problem.title} tone="bad">
        <p>{problem.detail}</p>
      </Notice>
    </div>
  );
}

type ReadProps = {
  readonly file: File;
  readonly preview: Preview;
  readonly choices: Choices;
  readonly isStale: boolean;
  readonly onChange: (choices: Choices) => void;
  readonly reload: () => Promise<unknown>;
};

function Read({ file, preview, choices, isStale, onChange, reload }: ReadProps) {
  const { broken, duplicates, plain, lossy } = sorted(preview);
  return (
    <div className="grid gap-8">
      <ReadAs preview={preview} />
      {duplicates.length === 0 ? null : (
        <Duplicates choices={choices} onChange={onChange} rows={duplicates} />
      )}
      <RowTable
        hint="Correct them in the file and choose it again, or import the others without them."
        kind="problems"
        rows={broken}
        title="Cannot be imported"
      />
      <RowTable
        hint="The rows are imported without these values."
        kind="problems"
        rows={lossy}
        title="Values that are left out"
      />
      <RowTable kind="tags" rows={plain} title="New customers" />
      <ImportButton
        choices={choices}
        file={file}
        isStale={isStale}
        preview={preview}
        reload={reload}
      />
    </div>
  );
}
