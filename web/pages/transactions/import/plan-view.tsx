import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Refusal } from "../../../components/refusal.tsx";
import { AccountSummary } from "./account-summary.tsx";
import { Columns } from "./columns.tsx";
import { answered, decidedAll, type Decisions, ticked } from "./decisions.ts";
import { ImportButton } from "./import-button.tsx";
import { OtherAccounts } from "./other-accounts.tsx";
import { PlanTabs } from "./plan-tabs.tsx";
import { takenOf } from "./plan-words.ts";
import { Questions } from "./questions.tsx";
import type { Preview } from "./sent-file.ts";
import { Working } from "./working.tsx";

type PlanViewProps = {
  readonly preview: Preview;
  readonly decisions: Decisions;
  readonly onDecide: (decisions: Decisions) => void;
  readonly isStale: boolean;
  readonly isWorking: boolean;
  readonly failure: Error | null;
  readonly onRetry: (() => void) | null;
  readonly onImport: (hash: string) => void;
};

/** Element id of the failure, which gets the focus after an import that failed. */
export const FAILURE_ID = "import-failure";

/** The effects that an import would have, and all decisions about it. */
export function PlanView(props: PlanViewProps) {
  const { preview, decisions, onDecide, isStale, isWorking, failure, onRetry, onImport } = props;
  const asked = useSeen(preview.questions);
  const others = useSeen(preview.other_accounts);
  const answer = (id: string, value: string) => onDecide(answered(decisions, id, value));
  const taken = takenOf(preview, decisions);
  // Until then the rows are a first guess.
  const isOpen = preview.questions.length > 0;
  const isColumnOpen = preview.questions.some(({ id }) => id.endsWith("-column"));
  return (
    <div aria-busy={isStale} className="grid gap-6">
      <div className="grid gap-2">
        <p className="text-ink2">
          Read as <bdi>{preview.dialect}</bdi>.
        </p>
        {preview.notices.length === 0 ? null : (
          <ul aria-label="Notes on the file" className="grid max-w-measure list-disc gap-1 ps-5">
            {preview.notices.map((notice) => (
              <li key={notice}>{notice}</li>
            ))}
          </ul>
        )}
        {preview.columns.length === 0 ? null : (
          <Columns
            answers={decisions.answers}
            isOpen={isColumnOpen}
            onAnswer={answer}
            preview={preview}
          />
        )}
      </div>
      {asked.length === 0 ? null : (
        <Questions answers={decisions.answers} asked={asked} onAnswer={answer} />
      )}
      {others.length === 0 ? null : (
        <OtherAccounts answers={decisions.answers} onAnswer={answer} others={others} />
      )}
      {isOpen ? null : (
        <>
          {preview.accounts.map((account) => (
            <AccountSummary account={account} key={account.id} />
          ))}
          <PlanTabs
            decisions={decisions}
            onAll={(of, isTaken) => onDecide(decidedAll(decisions, of, isTaken))}
            onSkip={(skipsErrors) => onDecide({ ...decisions, skipsErrors })}
            onTick={(row, isTaken) => onDecide(ticked(decisions, row, isTaken))}
            preview={preview}
          />
        </>
      )}
      {failure === null ? null : (
        <div className="grid justify-items-start gap-3 outline-none" id={FAILURE_ID} tabIndex={-1}>
          <Refusal error={failure} />
          {onRetry === null ? null : <Button onClick={onRetry}>Try again</Button>}
        </div>
      )}
      {isWorking ? <Working count={taken} /> : null}
      {/* It stays while the import runs, and with it the focus. */}
      <ImportButton
        isSkipped={decisions.skipsErrors}
        isStale={isStale || isWorking}
        onImport={onImport}
        preview={preview}
        taken={taken}
      />
    </div>
  );
}

/** All that the plans of this file ever had, in their order: what is answered stays on the page. */
function useSeen<One extends { readonly id: string }>(now: readonly One[]): readonly One[] {
  const [seen, setSeen] = useState<readonly One[]>(now);
  const more = now.filter(({ id }) => seen.every((one) => one.id !== id));
  if (more.length > 0) setSeen([...seen, ...more]);
  return seen;
}
