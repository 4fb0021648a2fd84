import type { Uploads } from "../src/api/routes.ts";
import { BYTE_ORDER_MARK } from "../src/shared/csv.ts";
import { send } from "./api.ts";

export function saveTable(text: string, name: string): void {
  const file = new Blob([BYTE_ORDER_MARK, text], { type: "text/csv;charset=utf-8" });
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The started download holds the file.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}

type Path = keyof Uploads;

/**
 * Sends a file to an upload route, with the other input in the query.
 * @throws Refused
 */
export async function upload<P extends Path>(
  path: P,
  input: Uploads[P]["input"],
  file: Blob,
  signal: AbortSignal | null = null,
): Promise<Uploads[P]["output"]> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the server has checked it against the same schema
  return (await send(path, input, file, signal)) as Uploads[P]["output"];
}
