import type { FileKind, PaperFields, PaperProblem } from "../shared/paper.ts";
import type { Day } from "../shared/time.ts";

/** Edges in the units of the page, counted from its top left corner. */
export type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** Words of one line that stand together; a gap of more than one em begins another cell. */
export type Cell = {
  readonly text: string;
  readonly box: Box;
  /** Certainty of the OCR about its letters, from 0 to 1; null for letters of the file. */
  readonly score: number | null;
};

export type Page = {
  readonly width: number;
  readonly height: number;
  /** In no certain order: `rowsOf` puts them into lines. */
  readonly cells: readonly Cell[];
  readonly from: "text" | "ocr";
  /** Turn that made a picture upright, clockwise in degrees: width, height and boxes are those after it. */
  readonly turned?: 0 | 90 | 180 | 270;
  /** Angle by which the lines of a picture fell to the right, in radians; the boxes stand on level ones. */
  readonly skew?: number;
};

/** The team, whose own name on a paper is not the vendor's. */
export type Own = {
  readonly names: readonly string[];
  readonly vatNumbers: readonly string[];
  readonly ibans: readonly string[];
  /** ISO 3166-1. */
  readonly country: string | null;
};

/** Where a paper came in by mail. Its words are a stranger's. */
export type MailOrigin = {
  readonly sender: string | null;
  readonly subject: string | null;
};

/** The mail that a file is. */
export type ReadMail = MailOrigin & { readonly messageId: string | null };

/** The pages and the XML that fields are read from, with what tells a vendor from the team itself. */
export type Paper = {
  readonly pages: readonly Page[];
  readonly xml: PaperFields | null;
  readonly mail: MailOrigin | null;
  readonly own: Own;
  readonly today: Day;
  /** For the title of last resort. */
  readonly name: string;
};

/** Words about a paper, all from its fields and its text. */
export type ReadPaper = {
  readonly fields: PaperFields;
  /** ISO 639-1. */
  readonly language: string | null;
  readonly title: string | null;
  readonly summary: string | null;
  readonly problem: PaperProblem | null;
};

export type ReadFile = ReadPaper & {
  /** Pages, sheets or pictures; null for a file that has none. */
  readonly pages: number | null;
  readonly text: string;
  /** Where each page begins in the text, in UTF-16 units. */
  readonly pageOffsets: readonly number[];
  readonly hiddenCharacters: number;
  /** True when the text is longer, or has more pages, than is read. */
  readonly isCut: boolean;
  /** Attachments of a mail that are papers themselves. */
  readonly parts: readonly MailPart[];
  /** Only of a file that is a mail. */
  readonly mail?: ReadMail;
};

export type MailPart = { readonly name: string; readonly bytes: Uint8Array };

export type FileToRead = {
  readonly bytes: Uint8Array;
  readonly kind: FileKind;
  readonly name: string;
  readonly mail: MailOrigin | null;
  readonly own: Own;
  readonly today: Day;
};
