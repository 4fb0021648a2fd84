import type { Uploads } from "../src/api/routes.ts";
import { send } from "./api.ts";

type Path = keyof Uploads;

/**
 * Sends a file to a route that takes one. Its other input stands in the query.
 * @throws Refused
 */
export async function upload<P extends Path>(
  path: P,
  input: Uploads[P]["input"],
  file: Blob,
): Promise<Uploads[P]["output"]> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the server has checked it against the same schema
  return (await send(path, input, file)) as Uploads[P]["output"];
}
