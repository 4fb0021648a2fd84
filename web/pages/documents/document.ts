import { FILE_KINDS } from "../../../src/shared/paper.ts";
import { counted, enumerated } from "../../../src/shared/words.ts";
import { api, type Output } from "../../api.ts";
import { type FilterValues, oneOf } from "../../list/filters.ts";
import { fileSize } from "../../numbers.ts";

export const DOCUMENTS_PATH = "GET /api/teams/:team/documents";
export const DOCUMENT_PATH = "GET /api/teams/:team/documents/:id";
export const COUNTS_PATH = "GET /api/teams/:team/documents/counts";

export type DocumentRow = Output<typeof DOCUMENTS_PATH>["items"][number];

export type ShownDocument = Output<typeof DOCUMENT_PATH>;

/** Answers that a change of documents changes. */
export const DOCUMENT_CHANGES = [
  DOCUMENTS_PATH,
  DOCUMENT_PATH,
  COUNTS_PATH,
  "GET /api/teams/:team/activity",
  "GET /api/teams/:team/tags",
] as const;

/** Element id of a document's menu, for returning the focus. */
export const DOCUMENT_MENU = "document-menu";

/** Row of a document as a write answers it: the list's own words about the search stay. */
export function rowOfDocument(shown: ShownDocument, before?: DocumentRow): DocumentRow {
  return { ...shown, passage: before?.passage ?? null };
}

export const STATES = [
  { value: "completed", label: "Read" },
  { value: "pending", label: "Waiting to be read" },
  { value: "processing", label: "Being read" },
  { value: "failed", label: "Not readable" },
] as const;

const KINDS = Object.keys(FILE_KINDS).filter(isKind);

function isKind(name: string): name is Kind {
  return name in FILE_KINDS;
}

const SORTS = ["-created", "-date", "name"] as const;

export function documentFilter(values: FilterValues) {
  const { q, tag, start, end, kind, state } = values;
  return {
    q,
    tag,
    start,
    end,
    kind: oneOf(KINDS, kind),
    state: STATES.find(({ value }) => value === state)?.value,
    sort: oneOf(SORTS, values["sort"]),
  };
}

/** True until the server has read it. */
export function isUnread({ state }: Pick<DocumentRow, "state">): boolean {
  return state === "pending" || state === "processing";
}

type Kind = DocumentRow["kind"];

const DRAWN: ReadonlySet<Kind> = new Set([
  "pdf",
  "jpeg",
  "png",
  "webp",
  "heic",
  "avif",
  "tiff",
  "gif",
]);

/** True for files of which the server draws pictures. */
export function isDrawn({ kind }: Pick<DocumentRow, "kind">): boolean {
  return DRAWN.has(kind);
}

export function pictureOf(
  team: string,
  { id }: Pick<DocumentRow, "id">,
  page: number,
  width: 320 | 1600,
): string {
  return `/api/teams/${team}/documents/${id}/pages/${page}?w=${width}`;
}

export function fileOfDocument(team: string, { id }: Pick<DocumentRow, "id">): string {
  return `/api/teams/${team}/documents/${id}/file`;
}

/** `rent.pdf` is `rent` and `.pdf`: the ending tells programs what the file is, and stays. */
export function nameParts(name: string): { readonly stem: string; readonly ending: string } {
  const at = /(?<=.)\.[a-z\d]{1,5}$/i.exec(name)?.index ?? name.length;
  return { stem: name.slice(0, at), ending: name.slice(at) };
}

/** Name with the typed words, whether or not the ending was typed with them. */
export function renamed(name: string, typed: string): string {
  const { ending } = nameParts(name);
  const words = typed.trim();
  const hasEnding = ending !== "" && words.toLowerCase().endsWith(ending.toLowerCase());
  return `${hasEnding ? words.slice(0, -ending.length).trimEnd() : words}${ending}`;
}

type Problem = NonNullable<DocumentRow["problem"]>;

type Advice = {
  readonly title: string;
  readonly what: string;
  /** True where the server may have more luck with the same file. */
  readonly isWorthAgain: boolean;
};

/** Plain words for what was met while a file was read, with what a person can do. */
export const PROBLEMS: Readonly<Record<Problem, Advice>> = {
  password: {
    title: "A password protects this file",
    what: "It is kept, and found by its name. Save a copy without the password, and upload that.",
    isWorthAgain: false,
  },
  damaged: {
    title: "This file is damaged",
    what: "It is kept as it came. See if it opens on your device; upload a whole copy if you have one.",
    isWorthAgain: false,
  },
  empty: {
    title: "There is nothing in this file",
    what: "Upload it again from where it came, or delete it.",
    isWorthAgain: false,
  },
  no_text: {
    title: "No text was found in it",
    what: "It is kept, and found by its name, title and tags. A sharper or straighter picture may be read.",
    isWorthAgain: false,
  },
  too_heavy: {
    title: "This file takes more time or memory than the server gives",
    what: "It is kept, and found by its name. Upload it in fewer pages or with smaller pictures, or read it again.",
    isWorthAgain: true,
  },
  xml_differs: {
    title: "The data within this invoice differ from its pages",
    what: "The data were used. Compare amount, date and number with what the pages say.",
    isWorthAgain: false,
  },
  sums_differ: {
    title: "The sums on this paper do not add up",
    what: "Compare amount and tax with what the pages say.",
    isWorthAgain: false,
  },
};

type Linked = Pick<DocumentRow, "linked" | "tags">;

/** Payments and tags that a deletion unlinks: `2 payments and 3 tags`; null for nothing. */
export function unlinkedWords(documents: readonly Linked[]): string | null {
  const payments = documents.reduce((sum, { linked }) => sum + linked, 0);
  const tags = new Set(documents.flatMap(({ tags }) => tags.map(({ id }) => id))).size;
  const parts = [
    ...(payments === 0 ? [] : [counted(payments, "payment")]),
    ...(tags === 0 ? [] : [counted(tags, "tag")]),
  ];
  return parts.length === 0 ? null : enumerated(parts);
}

export async function currentDocument(team: string, id: string) {
  const document = await api(DOCUMENT_PATH, { team, id });
  const { name, title, date, tags, updated_at } = document;
  return { values: { name, title, date, tag_ids: tags.map((tag) => tag.id) }, seen: updated_at };
}

/** `PDF, 3 pages, 1.2 MB`. */
export function fileWords({ kind, pages, size }: Pick<DocumentRow, "kind" | "pages" | "size">) {
  const parts = [
    FILE_KINDS[kind].label,
    pages === null ? "" : counted(pages, "page"),
    fileSize(size),
  ];
  return parts.filter(Boolean).join(", ");
}
