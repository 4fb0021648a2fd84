import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { signed } from "../../components/amount.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { shortDay } from "../../days.ts";
import { Form } from "../../form/form.tsx";
import { reloadRows } from "../../list/changes.ts";
import { useRefetch } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { sayWithUndo } from "../../undo.ts";
import { CHANGED, type Transaction } from "./transaction.ts";
import { useAccounts } from "./use-accounts.ts";
import { ROWS } from "./use-categorize.ts";

type DeleteTransactionProps = {
  readonly transaction: Transaction;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
};

/** Asks before a deletion, and names what follows from it. */
export function DeleteTransaction({ transaction, onClose, onDeleted }: DeleteTransactionProps) {
  const { id, name, amount_minor, currency, date, status } = transaction;
  const team = useTeam().id;
  const queries = useQueryClient();
  const refetch = useRefetch(CHANGED);
  const cancel = useRef<HTMLButtonElement>(null);
  const account = useAccounts()?.find(({ id }) => id === transaction.bank_account_id);
  const reload = async () => {
    await Promise.all([refetch(), reloadRows(queries, ROWS)]);
  };
  return (
    <Dialog
      description={
        <>
          <p>
            {signed(amount_minor, currency)} on {shortDay(date)}.{" "}
            {status === "pending" || account === undefined ? null : (
              <>
                The balance of <bdi>{account.name}</bdi> is then without it
                {account.balance_basis === "statement"
                  ? ", and may no longer agree with its bank’s statement."
                  : "."}
              </>
            )}
          </p>
          {transaction.transfer_id === null ? null : (
            <p>The other side of the transfer stays, and is no longer linked.</p>
          )}
          <p>You can undo this for 30 days in Activity. Excluding it instead keeps the balance.</p>
        </>
      }
      initialFocus={cancel}
      isOpen
      onClose={onClose}
      title={`Delete ${name}?`}
    >
      <Form
        before={
          <Button onClick={onClose} ref={cancel}>
            Cancel
          </Button>
        }
        changes={CHANGED.filter((path) => path !== "GET /api/teams/:team/transactions/:id")}
        given={{ team, id }}
        kind="danger"
        onDone={async ({ event }) => {
          onDeleted();
          sayWithUndo(`${name} is deleted.`, { team, event, after: reload });
          await reloadRows(queries, ROWS);
        }}
        route="DELETE /api/teams/:team/transactions/:id"
        submit="Delete the transaction"
      />
    </Dialog>
  );
}
