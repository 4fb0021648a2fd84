/** Stored columns of a row in the journal. */
export type Snapshot = Readonly<Record<string, unknown>>;

/** Parses a stored snapshot; null where there was no row. */
export function snapshotOf(json: unknown): Snapshot | null {
  if (json === null || isSnapshot(json)) return json;
  throw new TypeError("the journal has a snapshot that is no object");
}

function isSnapshot(json: unknown): json is Snapshot {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
