import { api } from "../../api.ts";
import { toastRefusal } from "../../components/toast.tsx";
import { useRefetch } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { sayWithUndo } from "../../undo.ts";
import { nameOf, RECEIPT_CHANGES, type ReceiptRow } from "./receipt.ts";

type Named = Pick<ReceiptRow, "id" | "vendor" | "name">;

type Payment = { readonly id: string; readonly name: string };

export type Going = {
  /**
   * Goes on to the next receipt, before the one that was decided is gone from the list.
   * @returns the name of the next one; null if none is left
   */
  readonly leave: (id: string) => string | null;
  readonly open: (id: string) => void;
};

/** Decides about receipts. Each act can be undone, which comes back to its receipt. */
export function useReceiptActs({ leave, open }: Going) {
  const team = useTeam().id;
  const refetch = useRefetch(RECEIPT_CHANGES);
  const run = async (
    { id }: Named,
    words: string,
    write: () => Promise<{
      readonly event: string | null;
      readonly notices?: readonly string[] | undefined;
    }>,
    goesOn = true,
  ) => {
    const answer = await toastRefusal(write);
    if (answer === null) return;
    const next = goesOn ? leave(id) : null;
    await refetch();
    const going = next === null ? [] : [`Next: ${next}.`];
    const after = async () => {
      await refetch();
      if (goesOn) open(id);
    };
    const told = [words, ...(answer.notices ?? []), ...going].join(" ");
    sayWithUndo(told, { team, event: answer.event, after });
  };
  return {
    match: async (receipt: Named, payment: Payment) =>
      run(receipt, `${nameOf(receipt)} is matched with ${payment.name}.`, async () =>
        api("POST /api/teams/:team/inbox/:id/match", {
          team,
          id: receipt.id,
          transaction_id: payment.id,
        }),
      ),
    unmatch: async (receipt: Named) =>
      run(
        receipt,
        `${nameOf(receipt)} is not matched any more.`,
        async () => api("POST /api/teams/:team/inbox/:id/unmatch", { team, id: receipt.id }),
        false,
      ),
    decline: async (receipt: Named, payment: Payment) =>
      run(
        receipt,
        `${payment.name} is not suggested for it any more.`,
        async () =>
          api("POST /api/teams/:team/inbox/:id/decline", {
            team,
            id: receipt.id,
            transaction_id: payment.id,
          }),
        false,
      ),
    file: async (receipt: Named, as: "done" | "archived" | "other" | null) =>
      run(receipt, `${nameOf(receipt)} is ${FILED[as ?? "back"]}.`, async () =>
        api("POST /api/teams/:team/inbox/:id/file", { team, id: receipt.id, as }),
      ),
    keep: async (receipt: Named) =>
      run(
        receipt,
        "Both are kept.",
        async () => api("POST /api/teams/:team/inbox/:id/keep", { team, id: receipt.id }),
        false,
      ),
    ungroup: async (receipt: Named) =>
      run(
        receipt,
        `${nameOf(receipt)} stands for itself.`,
        async () => api("POST /api/teams/:team/inbox/:id/ungroup", { team, id: receipt.id }),
        false,
      ),
    remove: async (receipt: Named) =>
      run(receipt, `${nameOf(receipt)} is deleted from the inbox; the file stays.`, async () =>
        api("DELETE /api/teams/:team/inbox/:id", { team, id: receipt.id }),
      ),
  } as const;
}

export type ReceiptActs = ReturnType<typeof useReceiptActs>;

const FILED = {
  done: "done without a payment",
  archived: "archived",
  other: "put aside as no receipt",
  back: "back among those to review",
} as const;
