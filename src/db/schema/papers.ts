import type { FileKind, PaperFields, PaperProblem, PaperType } from "../../shared/paper.ts";
import type { Day, Instant } from "../../shared/time.ts";
import type { Json } from "./json.ts";

export type PapersTables = {
  files: FilesTable;
  documents: DocumentsTable;
  document_texts: DocumentTextsTable;
  document_words: DocumentWordsTable;
  document_tags: { team_id: string; document_id: string; tag_id: string; created_at: Instant };
  inbox_items: InboxItemsTable;
  inbox_suggestions: InboxSuggestionsTable;
  transaction_attachments: TransactionAttachmentsTable;
};

/** Bytes in the file store, which has them under the team and their hash. */
type FilesTable = {
  team_id: string;
  /** Lower-case hexadecimal. */
  sha256: string;
  /** Bytes. */
  size: number;
  kind: FileKind;
  /** Since when nothing refers to it; the bytes go 31 days later. */
  released_at: Instant | null;
  created_at: Instant;
};

export type DocumentSource = "upload" | "mail" | "folder" | "api";

export type DocumentOrigin = {
  readonly message_id: string | null;
  readonly sender: string | null;
  readonly subject: string | null;
  /** True for a mail to the team's address whose sender is no member; left out for other files. */
  readonly is_from_outside?: boolean;
};

export type DocumentState = "pending" | "processing" | "completed" | "failed";

type DocumentsTable = {
  team_id: string;
  id: string;
  /** Unique: the same bytes are one document. */
  sha256: string;
  name: string;
  /** As a person wrote it. */
  title: string | null;
  date: Day | null;
  source: DocumentSource;
  origin: Json<DocumentOrigin> | null;
  created_by: string | null;
  created_at: Instant;
  updated_at: Instant;
  /** From here on, columns are derived: the journal does not keep them, and writing them does not change `updated_at`. */
  state: DocumentState;
  problem: PaperProblem | null;
  read_title: string | null;
  summary: string | null;
  read_date: Day | null;
  language: string | null;
  pages: number | null;
  /** Version of the reader that read it; 0 before. */
  reader: number;
  /** Of a person, else of the paper, else of its arrival. */
  shown_date: Day;
  /** Folded name, title and names of tags. */
  search_text: string;
};

/** Derived. */
type DocumentTextsTable = {
  team_id: string;
  document_id: string;
  text: string;
  /** Where each page begins in the text, in UTF-16 units. */
  page_offsets: Json<readonly number[]>;
  fields: Json<PaperFields>;
  hidden_characters: number;
  is_cut: boolean;
};

/** Derived. SQLite has the tokens in the index `document_tokens`, under the entry as its rowid. */
type DocumentWordsTable = {
  entry: number;
  team_id: string;
  document_id: string;
};

/** The first of these that fits is the status: matched, filed by hand, or how far the server is. */
export type InboxStatus =
  | "new"
  | "processing"
  | "analyzing"
  | "pending"
  | "suggested_match"
  | "no_match"
  | "done"
  | "archived"
  | "other"
  | "deleted";

export type InboxProgress = Extract<
  InboxStatus,
  "new" | "processing" | "analyzing" | "pending" | "suggested_match" | "no_match"
>;

export type InboxFiled = Extract<InboxStatus, "done" | "archived" | "other" | "deleted">;

/** Fields that a person corrected, which reading never changes again. Null clears one. */
export type HandFields = {
  readonly type?: PaperType | null;
  readonly vendor?: string | null;
  readonly number?: string | null;
  readonly date?: Day | null;
  readonly due_date?: Day | null;
  readonly currency?: string | null;
  readonly amount_minor?: number | null;
  readonly payable_minor?: number | null;
  readonly tax_minor?: number | null;
  readonly tax_rate_bp?: number | null;
  readonly tax_type?: string | null;
};

type InboxItemsTable = {
  team_id: string;
  id: string;
  document_id: string;
  hand: Json<HandFields>;
  filed: InboxFiled | null;
  /** Ids of transactions that a person declined. */
  declined: Json<readonly string[]>;
  /** The same for all papers that came in one mail: the id of the mail's document, else of its own. */
  bundle_id: string;
  /** Item that a person put it with; its own id where a person took it out of its group. */
  grouped_with: string | null;
  /** True where a person said that it is no copy of another item. */
  is_distinct: boolean;
  created_at: Instant;
  updated_at: Instant;
  /**
   * Id of the primary item of the group; null for a primary, and for an item without a group. From here on, columns are
   * derived: the journal does not keep them, and writing them does not change `updated_at`.
   */
  group_id: string | null;
  progress: InboxProgress;
  status: InboxStatus;
  type: PaperType | null;
  name: string;
  vendor: string | null;
  vendor_key: string | null;
  amount_minor: number | null;
  payable_minor: number | null;
  tax_minor: number | null;
  tax_rate_bp: number | null;
  tax_type: string | null;
  currency: string | null;
  date: Day | null;
  due_date: Day | null;
  number: string | null;
  number_key: string | null;
  /** Another item that is probably the same paper in other bytes. */
  duplicate_of: string | null;
  problem: PaperProblem | null;
  search_text: string;
};

/** One reason for a suggestion, with what the paper and the payment say. */
export type SuggestionReason = {
  readonly about: "amount" | "date" | "name" | "reference" | "against";
  readonly fit: "same" | "near" | "other";
  readonly points: number;
  readonly paper: string;
  readonly payment: string;
};

/** Derived. */
type InboxSuggestionsTable = {
  team_id: string;
  inbox_id: string;
  transaction_id: string;
  score: number;
  why: Json<readonly SuggestionReason[]>;
};

export type AttachedTax = {
  readonly tax_rate_bp: number | null;
  readonly tax_type: string | null;
  readonly tax_minor: number | null;
};

type TransactionAttachmentsTable = {
  team_id: string;
  id: string;
  transaction_id: string;
  document_id: string;
  /** Item whose match made it; null for a file that was attached by hand. */
  inbox_id: string | null;
  /** Tax of the transaction before its first attachment. */
  tax_before: Json<AttachedTax> | null;
  /** Tax that the attachments gave the transaction. */
  tax_given: Json<AttachedTax> | null;
  created_by: string | null;
  created_at: Instant;
};
