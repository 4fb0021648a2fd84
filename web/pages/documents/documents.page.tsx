import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { LayoutGrid, Rows3 } from "lucide-react";
import { lazy, Suspense, useEffect, useRef } from "react";
import type { Output } from "../../api.ts";
import { ButtonLink, IconButton } from "../../components/button.tsx";
import { Page } from "../../components/page.tsx";
import { useListAddress } from "../../list/address.ts";
import { reloadRows } from "../../list/changes.ts";
import { ListView } from "../../list/list-view.tsx";
import { counted, fileSize } from "../../numbers.ts";
import { useOpen } from "../../open.ts";
import { useOfTeam } from "../../queries.ts";
import { useTags } from "../../tags/use-tags.ts";
import { useTeam } from "../../team.tsx";
import { DropArea } from "../../upload/drop-area.tsx";
import { UploadButton } from "../../upload/upload-button.tsx";
import { UploadList } from "../../upload/upload-list.tsx";
import { useUploads } from "../../upload/uploads.ts";
import {
  DELETE_DOCUMENT,
  documentMenuId,
  RenamingProvider,
  useRenaming,
} from "./document-actions.tsx";
import { DOCUMENT_LIST } from "./document-list.tsx";
import { COUNTS_PATH } from "./document.ts";

const DocumentTiles = lazy(async () =>
  import("./document-tiles.tsx").then(({ DocumentTiles }) => ({ default: DocumentTiles })),
);
const DeleteDocument = lazy(async () =>
  import("./delete-document.tsx").then(({ DeleteDocument }) => ({ default: DeleteDocument })),
);

export function Documents() {
  const uploads = useUploads({ to: "documents" });
  const counts = useCounts();
  const { open, about, hide } = useOpen();
  return (
    <Page
      actions={
        <>
          <span className="contents max-sm:hidden">
            <ButtonLink kind="quiet" search={{ subject: "document" }} to="/activity">
              Deleted documents
            </ButtonLink>
          </span>
          <UploadButton kind="primary" label="Files for the documents" uploads={uploads}>
            Upload files
          </UploadButton>
        </>
      }
      lead={counts === undefined ? "\u00A0" : <CountWords counts={counts} />}
      title="Documents"
    >
      <UploadList uploads={uploads} />
      <RenamingProvider>
        <DocumentRows />
      </RenamingProvider>
      <DropArea uploads={uploads} words="Drop the files to store them" />
      <Suspense>
        {open === DELETE_DOCUMENT && about !== null ? (
          <DeleteDocument backTo={[documentMenuId(about)]} id={about} onClose={hide} />
        ) : null}
      </Suspense>
    </Page>
  );
}

function DocumentRows() {
  const tags = useTags();
  const { rename } = useRenaming();
  return (
    <ListView
      Tiled={DocumentTiles}
      forms={<FormChoice />}
      choices={{ tag: tags?.map(({ id, name }) => ({ value: id, label: name })) }}
      letters={{ r: ({ id }) => rename(id), F2: ({ id }) => rename(id) }}
      list={DOCUMENT_LIST}
    />
  );
}

const FORMS = [
  { label: "Show as a list", isTiled: false, Icon: Rows3 },
  { label: "Show as pictures", isTiled: true, Icon: LayoutGrid },
] as const;

/** Shows the rows in lines or as pictures. The address keeps which. */
function FormChoice() {
  const { isTiled: isNow, showTiles } = useListAddress(DOCUMENT_LIST);
  return (
    <div className="flex gap-1">
      {FORMS.map(({ label, isTiled, Icon }) => (
        <IconButton
          aria-pressed={isNow === isTiled}
          key={label}
          label={label}
          onClick={() => showTiles(isTiled)}
        >
          <Icon
            aria-hidden
            className={isNow === isTiled ? "text-accent" : ""}
            size={20}
            strokeWidth={1.5}
          />
        </IconButton>
      ))}
    </div>
  );
}

type Counts = Output<typeof COUNTS_PATH>;

function CountWords({ counts }: { readonly counts: Counts }) {
  const { storage_used, storage_limit, reading, failed } = counts;
  return (
    <>
      {fileSize(storage_used)} of {fileSize(storage_limit)} used
      {reading === 0 ? null : <> · {counted(reading, "file is", "files are")} being read</>}
      {failed === 0 ? null : (
        <>
          {" · "}
          <Link className="underline" search={{ state: "failed" }} to="/documents">
            {counted(failed, "file")} not readable
          </Link>
        </>
      )}
    </>
  );
}

const WHILE_READING_MS = 3000;

/** Numbers of the documents. While files are read they are asked for again, and the rows with them. */
function useCounts(): Counts | undefined {
  const queries = useQueryClient();
  const { data } = useOfTeam(
    useTeam(),
    COUNTS_PATH,
    {},
    { everyMs: WHILE_READING_MS, isPolled: ({ reading }) => reading > 0 },
  );
  const reading = data?.reading;
  const before = useRef(reading);
  useEffect(() => {
    const was = before.current;
    before.current = reading;
    if (was === undefined || reading === undefined || reading >= was) return;
    // A file that was read changes its row in its place.
    void reloadRows(queries, DOCUMENT_LIST);
  }, [queries, reading]);
  return data;
}
