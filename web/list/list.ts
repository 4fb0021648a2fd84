import type { ComponentType, ReactNode } from "react";
import type { ReadPath } from "../api.ts";
import type { PAGES } from "../destinations.ts";
import type { Filter, FilterValues } from "./filters.ts";

/** A list of records, declared as data. `ListView` draws it. */
export type List<Row> = {
  /** Page of the list. */
  readonly page: (typeof PAGES)[number]["to"];
  /** Query parameter with the key of the open row: `/activity?event=…`. */
  readonly openAs: string;
  /** Route that `read` asks; part of the query keys. */
  readonly route: ReadPath;
  readonly read: (values: FilterValues, place: Place) => Promise<RowPage<Row>>;
  readonly keyOf: (row: Row) => string;
  readonly filters: readonly Filter[];
  readonly columns: readonly Column<Row>[];
  /** Key of the group under whose heading a row stands. Rows of a group are neighbours. */
  readonly groupOf: (row: Row, reader: Reader) => string;
  readonly titleOf: (group: string, reader: Reader) => string;
  /** Neighbouring rows that are drawn together. */
  readonly bundles?: {
    readonly isOne: (above: Row, below: Row) => boolean;
    /** Content of the lines above and below the rows. */
    readonly Opening: ComponentType<{ readonly bundle: Bundle<Row> }>;
    readonly Closing: ComponentType<{ readonly bundle: Bundle<Row> }>;
  };
  /** Poll interval for new rows. */
  readonly everyMs: number;
  readonly words: ListWords;
  /** Shown when there is no row without any filter. */
  readonly neverAny: ReactNode;
};

/** Rows that are drawn together. */
export type Bundle<Row> = {
  readonly rows: readonly Row[];
  /** True while further rows can belong to it. It has no closing line then. */
  readonly isOpen: boolean;
};

/** Team and place of a page of rows, as the routes take them. */
type Place = {
  readonly team: string;
  readonly limit: number;
  readonly cursor?: string;
};

export type RowPage<Row> = {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
};

export type Column<Row> = {
  readonly title: string;
  /** Width of its grid track: `4rem`, `minmax(0, 1fr)`. */
  readonly width: string;
  readonly align?: "end";
  /** Line of the row on narrow screens. */
  readonly narrow: "first" | "second";
  /** True for the cell whose content is the link that opens the row, and names it. */
  readonly isLink?: true;
  readonly cell: (row: Row, reader: Reader) => ReactNode;
};

/** Time zone of the reader, and the calendar day there: `2026-11-21`. */
export type Reader = { readonly timeZone: string; readonly today: string };

type ListWords = {
  /** Subject of the loading and error texts: `the activity`. */
  readonly what: string;
  readonly one: string;
  readonly many: string;
  /** Order of the rows, as a sentence: `The newest first.` */
  readonly order: string;
  /** Describes the rows behind the loaded ones: `older`. */
  readonly further: string;
};
