import { counted } from "../numbers.ts";
import type { ListWords } from "./list.ts";

export type BatchResult = {
  /** Past participle: `archived`. */
  readonly did: string;
  readonly done: number;
  readonly failed: readonly Failed[];
  /** Undoes the whole batch; null if that is not possible. */
  readonly undo: (() => Promise<unknown>) | null;
};

type Failed = { readonly key: string; readonly name: string; readonly because: string };

/** `310 customers archived, 2 failed`. */
export function saidOf(
  { did, done, failed }: BatchResult,
  { one, many }: Pick<ListWords, "one" | "many">,
): string {
  const said = `${counted(done, one, many)} ${did}`;
  return failed.length === 0 ? said : `${said}, ${failed.length} failed`;
}
