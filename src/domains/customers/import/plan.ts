import { hash } from "node:crypto";
import { z } from "zod";
import { columnChoices } from "../../../core/csv/chosen-columns.ts";
import { COLUMNS } from "./columns.ts";
import type { Duplicate } from "./duplicates.ts";
import type { Values } from "./fill-in.ts";
import type { ImportRow } from "./read-rows.ts";

/** Action for a row that repeats another. */
const Action = z.enum(["skip", "update", "create"]);

type Action = z.output<typeof Action>;

/** For columns, rows that repeat an address, those that repeat a name, and single rows: `12:update`. */
export const Choices = {
  columns: columnChoices(COLUMNS),
  onEmail: Action.default("skip"),
  onName: Action.default("skip"),
  lines: z
    .array(z.string().regex(/^\d{1,7}:(skip|update|create)$/, "must be as 12:update"))
    .max(300, "may be 300 at most; choose for all rows that repeat an address or a name instead")
    .default([]),
};

type Choices = z.output<z.ZodObject<typeof Choices>>;

/** A customer to make, or an existing one to change: the fields that the file gives, and the tags. */
export type Planned = {
  /** Null for a new customer. */
  readonly id: string | null;
  readonly values: Values;
  readonly tags: readonly string[];
};

export type Plan = {
  readonly planned: readonly Planned[];
  readonly skipped: number;
  /** Rows that cannot be imported. */
  readonly broken: number;
};

/** A row that updates an earlier row of the file, or the same customer, is merged into it. */
export function planOf(
  rows: readonly ImportRow[],
  duplicates: ReadonlyMap<number, Duplicate>,
  choices: Choices,
): Plan {
  const single = new Map(choices.lines.map((text) => splitChoice(text)));
  const planned = new Map<string, Planned>();
  /** Key of what a line became. */
  const became = new Map<number, string>();
  let [skipped, broken] = [0, 0];
  for (const { line, values, tags } of rows) {
    if (values === null) {
      broken += 1;
      continue;
    }
    const duplicate = duplicates.get(line);
    const action = actionFor(duplicate, single.get(line), choices);
    if (action === "skip") {
      skipped += 1;
      continue;
    }
    const customer = action === "update" ? (duplicate?.customer ?? null) : null;
    const before = action === "update" ? became.get(duplicate?.line ?? -1) : undefined;
    const key = customer?.id ?? before ?? `line ${line}`;
    const known = planned.get(key);
    planned.set(key, {
      id: known?.id ?? customer?.id ?? null,
      values: { ...known?.values, ...values },
      tags: [...new Set([...(known?.tags ?? []), ...tags])],
    });
    became.set(line, key);
  }
  return { planned: [...planned.values()], skipped, broken };
}

function splitChoice(text: string): readonly [number, Action] {
  const [line, action] = text.split(":");
  return [Number(line), Action.parse(action)];
}

function actionFor(
  duplicate: Duplicate | undefined,
  single: Action | undefined,
  { onEmail, onName }: Choices,
): Action {
  if (duplicate === undefined) return "create";
  return single ?? (duplicate.by === "email" ? onEmail : onName);
}

/** Changes whenever a preview of the same choices would say something else. */
export function fingerprintOf(
  rows: readonly ImportRow[],
  duplicates: ReadonlyMap<number, Duplicate>,
): string {
  const found = [...duplicates].map(([line, { by, customer, line: earlier }]) => [
    line,
    by,
    customer?.id ?? earlier,
  ]);
  return hash("sha256", JSON.stringify([rows, found]), "base64url").slice(0, 22);
}
