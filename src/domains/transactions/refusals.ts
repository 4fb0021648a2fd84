import { changedMeanwhile, Refusal } from "../../core/errors.ts";
import { quoted } from "../../core/visible.ts";
import type { Instant } from "../../shared/time.ts";
import type { Row } from "./transaction.ts";

const NOTHING = "nothing was changed";

/** @throws Refusal for a change of what an exported transaction is counted as */
export function refuseExported({ status, name }: Pick<Row, "status" | "name">): void {
  if (status !== "exported") return;
  throw new Refusal({
    code: "exported",
    path: "id",
    message: `The transaction ${quoted(name)} was given to the accountant: only its status, note and tags can change`,
    next: `set its status to posted or completed first; ${NOTHING}`,
  });
}

/** @throws Refusal unless the transaction is as it was seen */
export function requireSeen(row: Row, seen: Instant | undefined): void {
  if (seen === undefined || seen === row.updated_at) return;
  throw changedMeanwhile(
    "The transaction was changed meanwhile",
    "look at what changed, and save again; nothing was saved",
  );
}

/** @throws Refusal for a split transaction, whose parts have the categories */
export function refuseSplit(
  { is_split, name }: Pick<Row, "is_split" | "name">,
  path: string,
): void {
  if (!is_split) return;
  throw new Refusal({
    code: "invalid_argument",
    path,
    message: `The transaction ${quoted(name)} is split, and its parts have categories and tax of their own`,
    next: `change the parts in the web app, or join them first; ${NOTHING}`,
  });
}

/** @throws Refusal for a side of a transfer */
export function refuseTransfer({ transfer_id, name }: Row, path: string): void {
  if (transfer_id === null) return;
  throw new Refusal({
    code: "invalid_argument",
    path,
    message: `The transaction ${quoted(name)} is one side of a transfer between own accounts`,
    next: `unlink the transfer first; ${NOTHING}`,
  });
}

/** @throws Refusal, since the bank's words stay as the bank said them */
export function refuseBankWords({ name }: Row, path: string): never {
  throw new Refusal({
    code: "invalid_argument",
    path,
    message: `The transaction ${quoted(name)} came from the bank, whose date, amount, account and texts stay as they are`,
    next: `change its name or note, split it, exclude it or delete it instead; ${NOTHING}`,
  });
}
