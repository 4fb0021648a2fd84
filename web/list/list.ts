import type { RegisteredRouter } from "@tanstack/react-router";
import type { ComponentType, ReactNode } from "react";
import type { ReadPath } from "../api.ts";
import type { Filter, FilterValues } from "./filters.ts";
import type { SearchField } from "./search.ts";
import type { Selected } from "./selected.ts";
import type { ColumnSort } from "./sort.ts";

/** A list of records, declared as data. `ListView` draws it. */
export type List<Row> = {
  /** Page of the list. */
  readonly page: ListPage | TabOfRecord;
  /** Rows that open are links. */
  readonly openAs?: OpenAs;
  /** Route that `read` asks; part of the query keys. */
  readonly route: ReadPath;
  /** Takes the set filters by name, with `q` and `sort` if the list has them. */
  readonly read: (values: FilterValues, place: Place) => Promise<RowPage<Row>>;
  readonly keyOf: (row: Row) => string;
  /** Search while typing, as `q` in the address. */
  readonly search?: SearchField;
  readonly filters: readonly Filter[];
  readonly columns: readonly Column<Row>[];
  /** Order when the address has no `sort`: a column's sort, after `-` if it is descending. */
  readonly sort?: string;
  /** Adds a column of checkboxes, and actions for the selected rows. */
  readonly selection?: Selection<Row>;
  /** Rows of a group are neighbours. */
  readonly groups?: Groups<Row>;
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

type ListPage = Exclude<
  keyof RegisteredRouter["routesByPath"],
  `${string}$${string}` | `${string}/`
>;

/** Part of a record's page, with the search parameters that open it. */
type TabOfRecord = {
  readonly to: "/customers/$id" | "/projects/$id";
  readonly id: string;
  readonly search: FilterValues;
};

/** Query parameter with the key of the row in the sheet, `/activity?event=…`, or a row's own page. */
type OpenAs = { readonly sheet: string } | { readonly page: (key: string) => string };

type Groups<Row> = {
  /** Key of the group under whose heading a row stands. */
  readonly of: (row: Row, reader: Reader) => string;
  readonly titleOf: (group: string, reader: Reader) => string;
};

export type Selection<Row> = {
  /** Sum of the selected rows: `41 h 30`. Left out while all matching rows are selected. */
  readonly sumOf?: (rows: readonly Row[]) => string;
  /** Buttons for the selected rows. */
  readonly Actions: ComponentType<{ readonly selected: Selected<Row> }>;
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
  /** Of all rows that match, loaded or not. Wanted for the first page alone. */
  readonly totals?: Totals;
  /** Sum of each whole group of the page by the group's key, loaded or not: `3 h 20`. */
  readonly groupSums?: Readonly<Record<string, string>>;
};

export type Totals = {
  readonly count: number;
  /** By the title of a column, a line each: amounts of different currencies are never added. */
  readonly sums?: Readonly<Record<string, readonly string[]>>;
  /** Names of the lines, such as currencies, where several columns have them: each gets a row of its own. */
  readonly lines?: readonly string[];
  /** Rows that match and are in none of the sums, with the filters that show them alone. */
  readonly rest?: { readonly words: string; readonly to: FilterValues | null };
  /** Below the number of rows, where a column has sums that can be added: `41:30 in all`. */
  readonly note?: string;
};

export type Column<Row> = {
  readonly title: string;
  /** True if its head is for screen readers alone, as that of a menu in each row. */
  readonly isTitleHidden?: true;
  /** Width of its grid track: `4rem`, `minmax(0, 1fr)`. */
  readonly width: string;
  readonly align?: "end";
  /** Line of the row on narrow screens; hidden there when left out. */
  readonly narrow?: "first" | "second";
  /** True if long cells end in an ellipsis from 640 px on: the opened row has all of it. */
  readonly isCut?: true;
  /** True if it is hidden below 1024 px, but for phones where it has a line there. */
  readonly isWideOnly?: true;
  /** True if it is hidden below 1408 px. */
  readonly isWidestOnly?: true;
  /** True for the cell that names the row, and is the link that opens it. */
  readonly isName?: true;
  /** Makes its head a button. */
  readonly sort?: ColumnSort;
  readonly cell: (row: Row, reader: Reader) => ReactNode;
};

/** Time zone of the reader, and the calendar day there: `2026-11-21`. */
export type Reader = { readonly timeZone: string; readonly today: string };

export type ListWords = {
  /** Subject of the loading and error texts: `the activity`. */
  readonly what: string;
  readonly one: string;
  readonly many: string;
  /** Keys of its own, each with what it does: `["C", "category"]`. */
  readonly keys?: readonly (readonly [string, string])[];
  /** Order of the rows where it is fixed: `The newest first`. */
  readonly order?: string;
  /** True if cells have times of day: the time zone is told. */
  readonly hasTimes?: true;
  /** Describes the loaded rows while there are further ones: `newest`. */
  readonly first: string;
  /** Describes the rows behind the loaded ones: `older`. */
  readonly further: string;
};
