import type { Context } from "../db/context.ts";
import type { TeamTable } from "../db/schema.ts";
import type { Image } from "./image.ts";
import type { Past } from "./past.ts";

/** How rows of a table are put back as they were: data that the table's domain gives. */
export type UndoRows = {
  readonly table: TeamTable;
  /** The columns that tell its rows apart in a team. Every image of a whole row has them. */
  readonly key: readonly [string, ...string[]];
  /** The columns that no image has, as the verbs make them. `parents` are the rows that it refers to, by column. */
  readonly derived: (image: Image, parents: Readonly<Record<string, Image>>) => Image;
  /** The column with when a row was last changed: never compared, and put back only with all the rest. */
  readonly touched?: string;
  /** The rows that refer to these, which keep one from going. */
  readonly referredBy: readonly Referring[];
  /** Takes the locks that come before those of the rows. */
  readonly hold?: (context: Context, past: readonly Past[]) => Promise<void>;
  /** What keeps a row from being as that image says; null when nothing does. */
  readonly clash?: (context: Context, image: Image) => Promise<Clash | null>;
};

export type Referring = {
  readonly table: TeamTable;
  readonly column: string;
  /** As a person counts them: `project`, `projects`. */
  readonly one: string;
  readonly many?: string;
};

/** Both as clauses without a full stop. */
export type Clash = { readonly message: string; readonly next: string };
