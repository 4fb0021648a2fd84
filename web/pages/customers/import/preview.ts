import type { Uploads } from "../../../../src/api/routes.ts";
import { type ChosenColumns, sentColumns } from "../../../form/chosen-columns.ts";

export const PREVIEW = "POST /api/teams/:team/customers/import/preview";
export const IMPORT = "POST /api/teams/:team/customers/import";

export type Preview = Uploads[typeof PREVIEW]["output"];
export type PreviewRow = Preview["rows"][number];
export type CustomerField = NonNullable<Preview["columns"][number]["field"]>;
export type Action = "skip" | "update" | "create";

/** Decisions for columns, for rows that repeat an address or a name, and with single rows by their line. */
export type Choices = {
  readonly columns: ChosenColumns<CustomerField>;
  readonly onEmail: Action;
  readonly onName: Action;
  readonly lines: ReadonlyMap<number, Action>;
};

export const SAFE: Choices = {
  columns: new Map(),
  onEmail: "skip",
  onName: "skip",
  lines: new Map(),
};

/** True once a choice differs from those that a preview starts with. */
export function isImportDecided({ columns, onEmail, onName, lines }: Choices): boolean {
  const isOnRows = onEmail !== SAFE.onEmail || onName !== SAFE.onName || lines.size > 0;
  return isOnRows || columns.size > 0;
}

export function customerImportOptions({ columns, onEmail, onName, lines }: Choices) {
  return {
    columns: [...sentColumns(columns)],
    onEmail,
    onName,
    lines: [...lines].map(([line, action]) => `${line}:${action}`),
  };
}

export function actionOf({ line, duplicate }: PreviewRow, choices: Choices): Action {
  return choices.lines.get(line) ?? choices[duplicate?.by === "email" ? "onEmail" : "onName"];
}

/** Sets the action of one row; the common one needs no choice of its own. */
export function withLine(choices: Choices, row: PreviewRow, action: Action): Choices {
  const lines = new Map(choices.lines);
  lines.delete(row.line);
  if (actionOf(row, { ...choices, lines }) !== action) lines.set(row.line, action);
  return { ...choices, lines };
}

/** Sets the action of all rows that repeat an address, or a name; it takes the place of single choices. */
export function withAll(
  choices: Choices,
  rows: readonly PreviewRow[],
  by: "email" | "name",
  action: Action,
): Choices {
  const others = new Set(rows.filter((row) => row.duplicate?.by !== by).map(({ line }) => line));
  const lines = new Map([...choices.lines].filter(([line]) => others.has(line)));
  return { ...choices, lines, [by === "email" ? "onEmail" : "onName"]: action };
}

/** Rows by what is to be said of them. A row may be both a duplicate and lose a value. */
export function sorted({ rows }: Preview) {
  const usable = rows.filter(({ isUsable }) => isUsable);
  return {
    broken: rows.filter(({ isUsable }) => !isUsable),
    duplicates: usable.filter(({ duplicate }) => duplicate !== null),
    plain: usable.filter(({ duplicate }) => duplicate === null),
    lossy: usable.filter(({ problems }) => problems.length > 0),
  };
}
