import { keepPreviousData, useQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { CUSTOMER_FILE_LABELS } from "../../../../src/shared/records/customer.ts";
import { enumerated } from "../../../../src/shared/words.ts";
import { Button } from "../../../components/button.tsx";
import { Notice } from "../../../components/status.tsx";
import { toastRefusal } from "../../../components/toast.tsx";
import { upload } from "../../../files.ts";
import { FileColumns } from "../../../form/file-columns.tsx";
import { FilePreview, type PreviewState, TRY_AGAIN } from "../../../form/file-preview.tsx";
import { reloadRows } from "../../../list/changes.ts";
import { counted } from "../../../numbers.ts";
import { useTeam } from "../../../team.tsx";
import { sayWithUndo } from "../../../undo.ts";
import { CUSTOMERS } from "../customer-list.tsx";
import {
  type Choices,
  isImportDecided,
  type Preview,
  PREVIEW,
  SAFE,
  customerImportOptions,
  sorted,
  IMPORT,
} from "./preview.ts";
import { Duplicates, CustomerRowTable } from "./row-table.tsx";

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

type ImportButtonProps = {
  readonly file: File;
  readonly preview: Preview;
  readonly choices: Choices;
  readonly state: PreviewState;
  readonly reload: () => Promise<unknown>;
};

/** Sums up what will be done, and does it. A refusal reads the preview again. */
function ImportButton({ file, preview, choices, state, reload }: ImportButtonProps) {
  const team = useTeam();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { fingerprint } = preview;
  const write = useMutation({
    mutationFn: async () =>
      upload(IMPORT, { team: team.id, ...customerImportOptions(choices), fingerprint }, file),
  });
  const refresh = async () => {
    await queries.invalidateQueries();
    await reloadRows(queries, CUSTOMERS);
  };
  const act = async () => {
    const answer = await toastRefusal(async () => write.mutateAsync());
    if (answer === null) {
      await reload();
      return;
    }
    await refresh();
    // The choices are used up: nothing asks before they go.
    await navigate({ to: "/customers", ignoreBlocker: true });
    const words = `${sentence(answer)}.`;
    sayWithUndo(words, { team: team.id, event: answer.event, after: refresh });
  };
  const count = preview.created + preview.updated;
  const isNothing = count === 0;
  const isFailed = state === "failed";
  return (
    <>
      <Totals preview={preview} />
      <div className="page-foot -mt-4 -mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-4 max-sm:*:flex-1">
        <Button
          aria-describedby={isFailed ? "import-first" : undefined}
          aria-disabled={isNothing || isFailed || undefined}
          isBusy={write.isPending || state === "loading"}
          kind="primary"
          onClick={() => {
            if (isFailed) document.getElementById(TRY_AGAIN)?.focus();
            else if (!isNothing) void act();
          }}
        >
          {isNothing ? "Import" : `Import ${counted(count, "customer")}`}
        </Button>
        {isFailed ? (
          <span className="text-warn" id="import-first">
            First try again: the preview is not of your last choice.
          </span>
        ) : (
          <span className="text-ink2 max-sm:hidden">
            of {counted(preview.rows.length, "row")} in the file
          </span>
        )}
      </div>
    </>
  );
}

function Totals({ preview }: { readonly preview: Preview }) {
  const { created, updated, skipped, broken } = preview;
  return (
    <output className="grid max-w-80 gap-1 border-t border-line pt-4">
      {created + updated === 0 ? (
        <span>Nothing would be imported.</span>
      ) : (
        <>
          <Sum label="Customers to add" number={created} />
          <Sum label="Customers to update" number={updated} />
          <Sum isTotal label="Customers to import" number={created + updated} />
        </>
      )}
      <span className="text-ink2">
        {skipped === 0 ? "" : `${counted(skipped, "row")} left out. `}
        {broken === 0 ? "" : `${counted(broken, "row")} cannot be imported.`}
      </span>
    </output>
  );
}

type SumProps = { readonly label: string; readonly number: number; readonly isTotal?: true };

function Sum({ label, number, isTotal }: SumProps) {
  return (
    <span
      className={`flex justify-between gap-4 tabular-nums ${isTotal === true ? "border-t border-b-4 border-line border-b-accent font-semibold [border-bottom-style:double]" : ""}`}
    >
      <span>{label}: </span>
      <span>{number.toLocaleString("en-GB")}</span>
    </span>
  );
}

type Counts = { readonly created: number; readonly updated: number };

/** `12 customers added and 1 updated`. */
function sentence({ created, updated }: Counts): string {
  const parts = [
    created > 0 ? `${counted(created, "customer")} added` : "",
    updated > 0
      ? `${created > 0 ? updated.toLocaleString("en-GB") : counted(updated, "customer")} updated`
      : "",
  ];
  return enumerated(parts.filter((part) => part !== ""));
}
