import { type SubmitEvent, useState } from "react";
import type { Problem } from "../../../../src/api/problem.ts";
import { api, Refused } from "../../../api.ts";
import { Button } from "../../../components/button.tsx";
import { CopyButton } from "../../../components/copy.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { useConfirmation } from "../../../form/confirmation.tsx";
import { FormSummary } from "../../../form/form-summary.tsx";
import { useTeam } from "../../../team.tsx";
import type { Account } from "./account.ts";

type ShowNumberProps = { readonly account: Account; readonly onClose: () => void };

/** Shows the whole number of an account, after the password. */
export function ShowNumber({ account: { id, name }, onClose }: ShowNumberProps) {
  const team = useTeam().id;
  const confirmation = useConfirmation();
  const [number, setNumber] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const read = async () => {
    try {
      const path = "POST /api/teams/:team/bank-accounts/:id/number";
      const answer = await confirmation.confirmed(async () => api(path, { team, id }));
      setNumber(answer.number);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setProblem(error.problem);
    }
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setProblem(null);
    void read();
  };
  return (
    <Dialog isOpen onClose={onClose} title={`Number of ${name}`}>
      {number === null ? (
        <form className="form grid gap-5" noValidate onSubmit={submit}>
          {problem === null ? null : <FormSummary form="number" problem={problem} ref={null} />}
          <p>Only owners and admins can see the whole number.</p>
          {confirmation.field("number", problem)}
          <div className="form-foot flex flex-wrap gap-2 max-sm:*:flex-1">
            <Button onClick={onClose}>Cancel</Button>
            <Button kind="primary" type="submit">
              Show the number
            </Button>
          </div>
        </form>
      ) : (
        <Shown number={number} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Shown({ number, onClose }: { readonly number: string; readonly onClose: () => void }) {
  return (
    <>
      <p className="font-mono text-section break-all">{number}</p>
      <div className="flex flex-wrap gap-2">
        <CopyButton label="Copy the number" text={number} />
        <Button onClick={onClose}>Close</Button>
      </div>
    </>
  );
}
