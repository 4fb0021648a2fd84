import { FileText, Image, Paperclip, Tags, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { FILE_KINDS } from "../../../src/shared/paper.ts";
import { dayIn } from "../../../src/shared/time.ts";
import { api } from "../../api.ts";
import { Empty } from "../../components/answer.tsx";
import { Button } from "../../components/button.tsx";
import { Status } from "../../components/status.tsx";
import { shortDay } from "../../dates.ts";
import type { List } from "../../list/list.ts";
import type { Selected } from "../../list/selection.ts";
import { fileSize } from "../../numbers.ts";
import { FirstTag } from "../../tags/tag-names.tsx";
import { DocumentMenu, useRenaming } from "./document-actions.tsx";
import {
  documentFilter,
  DOCUMENTS_PATH,
  type DocumentRow,
  isDrawn,
  isUnread,
  PROBLEMS,
  STATES,
} from "./document.ts";
import { Passage } from "./passage.tsx";

const BatchDialog = lazy(async () =>
  import("./batch-dialogs.tsx").then(({ DocumentBatchDialog }) => ({
    default: DocumentBatchDialog,
  })),
);

const NoDocuments = lazy(async () =>
  import("./no-documents.tsx").then(({ NoDocuments }) => ({ default: NoDocuments })),
);

const RenameBox = lazy(async () =>
  import("./rename-box.tsx").then(({ RenameBox }) => ({ default: RenameBox })),
);

export const DOCUMENT_LIST: List<DocumentRow> = {
  page: "/documents",
  openAs: { page: (id) => `/documents/${id}` },
  route: DOCUMENTS_PATH,
  read: async (values, place) => {
    const { items, nextCursor } = await api(DOCUMENTS_PATH, {
      ...documentFilter(values),
      ...place,
    });
    return { rows: items, nextCursor };
  },
  keyOf: ({ id }) => id,
  search: { label: "Search names, titles, tags and texts", brief: "Search documents" },
  sort: "-created",
  hasTiles: true,
  filters: [
    { name: "tag", label: "Tag", kind: "loaded choice", all: "All tags", unknown: "A deleted tag" },
    {
      name: "kind",
      label: "Kind",
      kind: "choice",
      all: "All kinds",
      choices: Object.entries(FILE_KINDS).map(([value, { label }]) => ({ value, label })),
    },
    { name: "state", label: "State", isRare: true, kind: "choice", all: "All", choices: STATES },
    { name: "start", label: "From", isRare: true, kind: "day" },
    { name: "end", label: "To", isRare: true, kind: "day" },
  ],
  selection: { sumOf: sizesOf, Actions: BatchActions },
  columns: [
    {
      title: "Name",
      width: { least: 20, grow: 5 },
      narrow: "first",
      isName: true,
      isCut: true,
      sort: { by: "name", first: "ascending", ascending: "By name, A to Z" },
      cell: (row) => <NameCell row={row} />,
      below: (row) => <BelowName row={row} />,
    },
    {
      title: "Tags",
      width: { least: 7, grow: 1 },
      narrow: "second",
      leaves: 4,
      isCut: true,
      cell: ({ tags }) =>
        tags.length === 0 ? (
          <span className="text-ink3" data-none>
            –<span className="sr-only">No tags</span>
          </span>
        ) : (
          <FirstTag tags={tags} />
        ),
    },
    {
      title: "Payments",
      width: 5.5,
      leaves: 3,
      narrow: "second",
      cell: ({ linked }) => <Linked count={linked} />,
    },
    {
      title: "File",
      width: 9,
      leaves: 1,
      narrow: "second",
      cell: ({ kind, size }) => (
        <span className="text-ink2">
          {FILE_KINDS[kind].label}, {fileSize(size)}
        </span>
      ),
    },
    {
      title: "Date",
      width: 6,
      align: "end",
      narrow: "first",
      sort: { by: "date", first: "descending", descending: "Newest papers first" },
      cell: ({ shown_date }) => shortDay(shown_date),
    },
    {
      title: "Added",
      width: 6,
      align: "end",
      leaves: 2,
      sort: { by: "created", first: "descending", descending: "Last added first" },
      cell: ({ created_at }, { timeZone }) => shortDay(dayIn(timeZone, created_at)),
    },
    {
      title: "Menu",
      isTitleHidden: true,
      width: 2.25,
      align: "end",
      narrow: "first",
      cell: (row) => (
        // Above the link that covers the row.
        <span className="relative z-1 -my-3 flex justify-end table:-my-1.5">
          <DocumentMenu row={row} />
        </span>
      ),
    },
  ],
  everyMs: 60_000,
  words: {
    what: "the documents",
    one: "document",
    many: "documents",
    keys: [
      ["R", "renames"],
      ["T", "tags"],
    ],
    searchOrder: "The best matches first",
    first: "first",
    further: "further",
  },
  neverAny: (
    <Suspense>
      <NoDocuments />
    </Suspense>
  ),
  nothingOf: ({ state, sort: _sort, ...others }) =>
    state === undefined || state === "completed" || Object.keys(others).length > 0 ? null : (
      <AllRead state={state} />
    ),
};

/** Where a filter asks for documents that wait or failed alone, and there are none. */
function AllRead({ state }: { readonly state: string }) {
  return (
    <Empty title={state === "failed" ? "Every document could be read" : "No document waits"}>
      {state === "failed" ? "There is nothing to look after." : "All of them have been read."}
    </Empty>
  );
}

function sizesOf(rows: readonly DocumentRow[]): string {
  return fileSize(rows.reduce((sum, { size }) => sum + size, 0));
}

/** Title, with the file's own name where it says more, and the state while it is not read. */
function NameCell({ row }: { readonly row: DocumentRow }) {
  const { name, shown_title } = row;
  const Icon = isDrawn(row) && row.kind !== "pdf" ? Image : FileText;
  return (
    <>
      <Icon
        aria-hidden
        className="me-2 inline-block shrink-0 align-text-bottom text-ink3 lines:hidden"
        size={16}
        strokeWidth={1.5}
      />
      <StateMark row={row} />
      <bdi>{shown_title}</bdi>
      {shown_title === name ? null : (
        <bdi className="ms-2 text-small text-ink2 lines:hidden">{name}</bdi>
      )}
    </>
  );
}

/** A file that was read has no mark. */
export function StateMark({ row }: { readonly row: Pick<DocumentRow, "state" | "problem"> }) {
  const { state, problem } = row;
  if (isUnread(row))
    return (
      <span className="me-2">
        <Status tone="new">{state === "pending" ? "Waits to be read" : "Being read"}</Status>
      </span>
    );
  if (problem === null && state !== "failed") return null;
  const title = problem === null ? undefined : PROBLEMS[problem].title;
  return (
    <span className="me-2" title={title}>
      <Status tone="warn">{state === "failed" ? "Not readable" : "Look at it"}</Status>
    </span>
  );
}

function BelowName({ row }: { readonly row: DocumentRow }) {
  const { renamed, rename } = useRenaming();
  return (
    <>
      {row.passage === null ? null : <Passage text={row.passage} />}
      {renamed === row.id ? (
        <Suspense>
          <RenameBox onClose={() => rename(null)} row={row} />
        </Suspense>
      ) : null}
    </>
  );
}

function Linked({ count }: { readonly count: number }) {
  if (count === 0)
    return (
      <span className="text-ink3" data-none>
        –<span className="sr-only">No payments</span>
      </span>
    );
  return (
    <span className="inline-flex items-center gap-1 text-ink2">
      <Paperclip aria-hidden size={14} strokeWidth={1.5} />
      {count.toLocaleString("en-GB")}
      <span className="table:sr-only">{count === 1 ? " payment" : " payments"}</span>
    </span>
  );
}

function BatchActions({ selected }: { readonly selected: Selected<DocumentRow> }) {
  const [open, setOpen] = useState<"tag" | "delete" | null>(null);
  return (
    <>
      <Button aria-keyshortcuts="T" onClick={() => setOpen("tag")}>
        <Tags aria-hidden size={16} strokeWidth={1.5} />
        Tag…
      </Button>
      <Button kind="danger" onClick={() => setOpen("delete")}>
        <Trash2 aria-hidden size={16} strokeWidth={1.5} />
        Delete…
      </Button>
      <Suspense>
        {open === null ? null : (
          <BatchDialog kind={open} onClose={() => setOpen(null)} selected={selected} />
        )}
      </Suspense>
    </>
  );
}
