import type { RegisteredRouter } from "@tanstack/react-router";
import type { ComponentType, ReactNode } from "react";
import type { ReadPath } from "../api.ts";
import type { Filter, FilterValues, SearchField } from "./filters.ts";
import type { Width } from "./fit.ts";
import type { Selected } from "./selection.ts";
import type { ColumnSort } from "./sort.ts";

/** List of records, declared as data. `ListView` draws it. */
export type List<Row> = {
  readonly page: ListPage | TabOfRecord;
  readonly openAs?: OpenAs;
  /** Route that `read` asks; part of the query keys. */
  readonly route: ReadPath;
  /** Gets the set filters by name, with `q` and `sort` if the list has them. */
  readonly read: (values: FilterValues, place: Place) => Promise<RowPage<Row>>;
  readonly keyOf: (row: Row) => string;
  readonly search?: SearchField;
  readonly filters: readonly Filter[];
  readonly columns: readonly Column<Row>[];
  /** Default order: a column's `sort.by`, after `-` if descending. */
  readonly sort?: string;
  readonly selection?: Selection<Row>;
  /** Headings between the rows. Rows of a group must be neighbours. */
  readonly groups?: Groups<Row>;
  readonly bundles?: {
    readonly isOne: (above: Row, below: Row) => boolean;
    readonly Opening: ComponentType<{ readonly bundle: Bundle<Row> }>;
    readonly Closing: ComponentType<{ readonly bundle: Bundle<Row> }>;
  };
  /** Set where the person may see the rows as pictures: `ListView` gets `Tiled`, which draws them. */
  readonly hasTiles?: true;
  readonly everyMs: number;
  readonly words: ListWords;
  readonly neverAny: ReactNode;
  /** Told where nothing matches because all is done; null where it is not that. */
  readonly nothingOf?: (values: FilterValues) => ReactNode;
};

type ListPage = Exclude<
  keyof RegisteredRouter["routesByPath"],
  `${string}$${string}` | `${string}/`
>;

type TabOfRecord = {
  readonly to: "/customers/$id" | "/projects/$id";
  readonly id: string;
  readonly search: FilterValues;
};

/**
 * Sheet: the query parameter with the row's key, as in `/activity?event=…`. Page: the row's own address.
 */
type OpenAs = { readonly sheet: string } | { readonly page: (key: string) => string };

type Groups<Row> = {
  readonly of: (row: Row, reader: Reader) => string;
  readonly titleOf: (group: string, reader: Reader, first: Row) => string;
  /** Action on a whole group, at the end of its heading. It gets the group's first row. */
  readonly Action?: ComponentType<{ readonly first: Row }>;
};

export type Selection<Row> = {
  readonly sumOf?: (rows: readonly Row[]) => string;
  readonly Actions: ComponentType<{ readonly selected: Selected<Row> }>;
};

export type Bundle<Row> = {
  readonly rows: readonly Row[];
  /** True while further rows may belong to it: it has no closing line yet. */
  readonly isOpen: boolean;
};

type Place = {
  readonly team: string;
  readonly limit: number;
  readonly cursor?: string;
};

export type RowPage<Row> = {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
  /** Of all matching rows, loaded or not. Only needed with the first page. */
  readonly totals?: Totals;
  /** Sum of each whole group of the page, loaded or not, by the group's key: `3 h 20`. */
  readonly groupSums?: Readonly<Record<string, string>>;
};

export type Totals = {
  readonly count: number;
  /** By column title, a line per currency: amounts of different currencies are never added. */
  readonly sums?: Readonly<Record<string, readonly string[]>>;
  /**
   * Names of the lines, such as currencies, where several columns have sums: each line gets a row of its
   * own.
   */
  readonly lines?: readonly string[];
  /** Matching rows outside of all sums, with the filters that show them alone. */
  readonly rest?: { readonly words: string; readonly to: FilterValues | null };
  readonly note?: string;
};

export type Column<Row> = {
  readonly title: string;
  /** Keeps the head for screen readers alone, as for a menu in each row. */
  readonly isTitleHidden?: true;
  /** In rem, if it has one width alone. */
  readonly width: number | Width;
  readonly align?: "end";
  /** Line of the row where the columns have no room; hidden there without it. */
  readonly narrow?: "first" | "second";
  /** Ends long cells with an ellipsis where rows are no lines. */
  readonly isCut?: true;
  /** Place among those that go where the columns have no room: 1 goes first. */
  readonly leaves?: number;
  /** True for the cell that names the row and links to it. */
  readonly isName?: true;
  readonly sort?: ColumnSort;
  readonly cell: (row: Row, reader: Reader) => ReactNode;
  /** Below the name, outside of the link to the row. */
  readonly below?: (row: Row) => ReactNode;
};

/** Time zone of the person, and today's date there: `2026-11-21`. */
export type Reader = { readonly timeZone: string; readonly today: string };

export type ListWords = {
  readonly what: string;
  readonly one: string;
  readonly many: string;
  /** Keys of the list's own: `["C", "category"]`. */
  readonly keys?: readonly (readonly [string, string])[];
  readonly order?: string;
  /** Order of what is searched for, whatever the columns are sorted by: `The best matches first`. */
  readonly searchOrder?: string;
  /** True if cells have times of day: the time zone is told. */
  readonly hasTimes?: true;
  readonly first: string;
  readonly further: string;
};
