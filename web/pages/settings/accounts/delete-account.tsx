import { useRef } from "react";
import { Failure } from "../../../components/answer.tsx";
import { Button, ButtonLink } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { counted } from "../../../counted.ts";
import { Form } from "../../../form/form.tsx";
import { useOfTeam, useRefetch } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { sayWithUndo } from "../../../undo.ts";
import { type Account, backTo, CHANGED } from "./account.ts";
import { useTurn } from "./use-turn.ts";

type DeleteAccountProps = { readonly account: Account; readonly onClose: () => void };

/** Asks before an account is deleted. One with transactions is kept, and can be disabled. */
export function DeleteAccount({ account, onClose }: DeleteAccountProps) {
  const { id, name } = account;
  const query = useOfTeam(useTeam(), "GET /api/teams/:team/transactions", {
    account: id,
    limit: 1,
  });
  const count = query.data?.totals?.count;
  if (query.error !== null)
    return (
      <Dialog finalFocus={() => backTo(id)} isOpen onClose={onClose} title={`Delete ${name}?`}>
        <Failure
          error={query.error}
          onRetry={() => void query.refetch()}
          what="the number of its transactions"
        />
      </Dialog>
    );
  if (count === undefined) return null;
  return count === 0 ? (
    <DeleteEmpty account={account} onClose={onClose} />
  ) : (
    <Kept account={account} count={count} onClose={onClose} />
  );
}

function Kept({ account, count, onClose }: DeleteAccountProps & { readonly count: number }) {
  const { id, name, enabled } = account;
  const close = useRef<HTMLButtonElement>(null);
  const turn = useTurn(account);
  return (
    <Dialog
      description={`An account with transactions cannot be deleted. ${enabled ? "Disable it instead: its transactions stay in lists and reports, and files are no longer imported into it." : "It is disabled already: its transactions stay in lists and reports."}`}
      finalFocus={() => backTo(id)}
      initialFocus={close}
      isOpen
      onClose={onClose}
      title={`${name} has ${counted(count, "transaction")}`}
    >
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button onClick={onClose} ref={close}>
          Close
        </Button>
        <ButtonLink search={{ account: id }} to="/transactions">
          Show {counted(count, "transaction")}
        </ButtonLink>
        {enabled ? (
          <Button
            kind="primary"
            onClick={() => {
              onClose();
              void turn();
            }}
          >
            Disable the account
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}

function DeleteEmpty({ account: { id, name }, onClose }: DeleteAccountProps) {
  const team = useTeam().id;
  const cancel = useRef<HTMLButtonElement>(null);
  const after = useRefetch(CHANGED);
  return (
    <Dialog
      description="It has no transactions. You can undo this at once, and for 30 days in Activity. Its number must then be entered again."
      finalFocus={() => backTo(id)}
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
        changes={CHANGED}
        given={{ team, id }}
        kind="danger"
        onDone={({ event }) => {
          onClose();
          sayWithUndo(`${name} is deleted.`, { team, event, after });
        }}
        route="DELETE /api/teams/:team/bank-accounts/:id"
        submit="Delete the account"
      />
    </Dialog>
  );
}
