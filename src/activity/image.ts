/** What the journal keeps of a row, by column. */
export type Image = Readonly<Record<string, unknown>>;

/** An image as it was read; null where there was no row. */
export function imageOf(json: unknown): Image | null {
  if (json === null || isImage(json)) return json;
  throw new TypeError("the journal holds what is no image");
}

function isImage(json: unknown): json is Image {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
