import { z } from "zod";
import { Value } from "./field.ts";

/**
 * A piece of a sentence: words of the server, a name that a user wrote, or a value that the browser
 * formats for its reader.
 */
export const Piece = z.union([
  z.string(),
  z.object({ name: z.string() }),
  z.object({ value: Value }),
]);

export type Piece = z.output<typeof Piece>;
