import { isDeepStrictEqual } from "node:util";
import type { Image } from "../../activity/image.ts";
import { isAnnouncedByFile, type Layer } from "../transactions/import-layers.ts";
import type { Row } from "../transactions/transaction.ts";

/** Changes of an import to a transaction, as if the imports that are removed had never been. */
export type Underlying = {
  readonly before: Image;
  readonly after: Image;
  /** True when an import that is removed announced it, and the journal no longer has the values from before. */
  readonly isUnknown: boolean;
  /** True when it is as a later import left it. */
  readonly isOfLater: boolean;
};

type Of = {
  readonly row: Row;
  /** Layers of the row, the newest first. */
  readonly layers: readonly Layer[];
  /** Place among them of the import that is removed. */
  readonly at: number;
  /** True for a layer of an import that stays. */
  readonly stays: (layer: Layer) => boolean;
};

/** Null where the journal no longer has the import's own changes. */
export function underlying({ row, layers, at, stays }: Of): Underlying | null {
  const own = layers[at]?.images ?? null;
  if (own === null) return null;
  const isOfLater = layers
    .slice(0, at)
    .some((layer) => isUpdate(layer) && stays(layer) && isLeftIn(layer, NONE, row));
  if (!isUpdate({ images: own })) return { ...own, isUnknown: false, isOfLater };
  const before = new Map(Object.entries(own.before));
  const after = new Map(Object.entries(own.after));
  const found = (isUnknown: boolean): Underlying => ({
    before: Object.fromEntries(before),
    after: Object.fromEntries(after),
    isUnknown,
    isOfLater,
  });
  for (const layer of layers.slice(at + 1).filter(isUpdate)) {
    const { images } = layer;
    if (images !== null && !isLeftIn(layer, before, row)) continue;
    if (stays(layer)) return found(false);
    if (images === null) continue;
    for (const [column, value] of Object.entries(images.before)) before.set(column, value);
    for (const [column, value] of Object.entries(images.after))
      if (!after.has(column)) after.set(column, value);
  }
  return found(isAnnouncedByFile({ ...row, ...Object.fromEntries(before) }));
}

/** Columns that follow from other writes. */
const NOT_OURS: ReadonlySet<string> = new Set(["transfer_id", "updated_at"]);

/** Columns of an image that an import itself writes. */
export function ownColumns(image: Image): readonly string[] {
  return Object.keys(image).filter((column) => !NOT_OURS.has(column));
}

/** True unless only an id of the bank was noted on a transaction that came from another source. */
function isUpdate({ images }: Pick<Layer, "images">): boolean {
  return images === null || ownColumns(images.after).some((column) => column !== "bank_id");
}

const NONE: ReadonlyMap<string, unknown> = new Map();

/** Tells whether a transaction with these values is as a layer left it. */
function isLeftIn({ images }: Layer, values: ReadonlyMap<string, unknown>, row: Row): boolean {
  const now = new Map([...Object.entries(row), ...values]);
  return (
    images !== null &&
    ownColumns(images.after).every((column) =>
      isDeepStrictEqual(now.get(column), images.after[column]),
    )
  );
}
