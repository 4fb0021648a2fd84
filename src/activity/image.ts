/** Stored columns of a row in the journal. */
export type Image = Readonly<Record<string, unknown>>;

/** Parses a stored image; null where there was no row. */
export function imageOf(json: unknown): Image | null {
  if (json === null || isImage(json)) return json;
  throw new TypeError("the journal has an image that is no object");
}

function isImage(json: unknown): json is Image {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
