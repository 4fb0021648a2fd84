import type { z } from "zod";
import type { Fields } from "./arguments.ts";

/** Gives the id of one of the team's own records by its kind, such as `customer`. */
export type IdOf = (kind: string) => string;

/**
 * Valid input of a tool or a route, with an id for every argument that takes one. Tests send it to
 * prove the walls between teams; nothing else calls it.
 */
export type Example<Input extends Fields> = (idOf: IdOf) => z.input<Input>;
