import { useState } from "react";
import { RefusalNote } from "../../../components/answer.tsx";
import { Button } from "../../../components/button.tsx";
import { Section } from "../../../components/page.tsx";
import { Table } from "../../../components/table.tsx";
import { Choices } from "../../../form/choices.tsx";
import { looseField } from "../../../form/field.ts";
import { SelectField } from "../../../form/select-field.tsx";
import { counted } from "../../../numbers.ts";
import { AccountSummary } from "./account-summary.tsx";
import { OtherAccounts } from "./other-accounts.tsx";
import { PlanTabs } from "./plan-tabs.tsx";
import { answered, decidedAll, type Decisions, ticked, takenOf } from "./plan.ts";
import type { Preview, Question } from "./sent-file.ts";

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

/** Element id. The failure gets the focus. */
export const FAILURE_ID = "import-failure";

export function PlanView(props: PlanViewProps) {
  const { preview, decisions, onDecide, isStale, isWorking, failure, onRetry, onImport } = props;
  const asked = useSeen(preview.questions);
  const others = useSeen(preview.other_accounts);
  const answer = (id: string, value: string) => onDecide(answered(decisions, id, value));
  const taken = takenOf(preview, decisions);
  // With open questions the rows are a first guess.
  const isOpen = preview.questions.length > 0;
  return (
    <div aria-busy={isStale} className="grid gap-6">
      <ReadAs answers={decisions.answers} onAnswer={answer} preview={preview} />
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
          <RefusalNote error={failure} />
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

/** The kind of the file, notes on it, and its columns. */
function ReadAs({ preview, ...answering }: ColumnsProps) {
  return (
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
      {preview.columns.length === 0 ? null : <Columns {...answering} preview={preview} />}
    </div>
  );
}

/** Keeps all that the plans of this file ever had: what is answered stays on the page. */
function useSeen<One extends { readonly id: string }>(now: readonly One[]): readonly One[] {
  const [seen, setSeen] = useState<readonly One[]>(now);
  const more = now.filter(({ id }) => seen.every((one) => one.id !== id));
  if (more.length > 0) setSeen([...seen, ...more]);
  return seen;
}

function Working({ count }: { readonly count: number }) {
  return (
    <div className="grid gap-2">
      <output className="font-medium">Importing {counted(count, "transaction")}…</output>
      <p className="text-ink2">Keep this page open. All of the file is imported, or nothing.</p>
      <progress aria-label="The import runs" className="h-2 w-full accent-accent" />
    </div>
  );
}

type QuestionsProps = {
  /** Answered ones too: an answer can be changed. */
  readonly asked: readonly Question[];
  readonly answers: Readonly<Record<string, string>>;
  readonly onAnswer: (id: string, value: string) => void;
};

const MOST_BUTTONS = 4;

/** Asks for all that the file leaves open: nothing is guessed. */
function Questions({ asked, answers, onAnswer }: QuestionsProps) {
  return (
    <Section
      hint="The file can be read in more than one way. Your answers are kept for the next file of its kind."
      id="questions"
      title={asked.length === 1 ? "One question first" : "A few questions first"}
    >
      <div className="grid max-w-measure gap-5">
        {asked.map(({ id, text, choices }) => {
          const field = looseField<string | undefined>(id, answers[id], (value) => {
            if (value !== undefined) onAnswer(id, value);
          });
          return choices.length <= MOST_BUTTONS ? (
            <Choices
              choices={choices.map((choice) => ({ ...choice, hint: null }))}
              field={field}
              key={id}
              label={text}
            />
          ) : (
            <SelectField field={field} key={id} label={text} options={choices} />
          );
        })}
      </div>
    </Section>
  );
}

type ImportButtonProps = {
  readonly preview: Preview;
  readonly taken: number;
  readonly isStale: boolean;
  readonly isSkipped: boolean;
  readonly onImport: (hash: string) => void;
};

/** Tells the number of transactions, or what is to be decided before. */
function ImportButton({ preview, taken, isStale, isSkipped, onImport }: ImportButtonProps) {
  const { hash } = preview;
  const why = reasonOf({ preview, isSkipped });
  return (
    <div className="page-foot -mb-4 flex flex-wrap items-center gap-3 border-t border-line py-4">
      <Button
        aria-describedby={why === null ? undefined : "why-not"}
        aria-disabled={why !== null || undefined}
        isBusy={isStale}
        kind={why === null ? "primary" : "secondary"}
        onClick={() => {
          if (why === null && hash !== null) onImport(hash);
        }}
      >
        {hash === null || (isStale && taken === 0) ? "Import" : importWords(preview, taken)}
      </Button>
      <output className="text-warn" id="why-not">
        {why}
      </output>
    </div>
  );
}

type Reasons = Pick<ImportButtonProps, "preview" | "isSkipped">;

function reasonOf({ preview, isSkipped }: Reasons): string | null {
  const { questions, errors, accounts, other_accounts } = preview;
  if (questions.length > 0)
    return questions.length === 1
      ? "First answer the question above. Then the rows are shown."
      : `First answer the ${questions.length} questions above. Then the rows are shown.`;
  if (errors.count > 0 && !isSkipped)
    return `First tick “Skip ${counted(errors.count, "row")} that cannot be read”, or correct the file.`;
  if (accounts.length === 0 && other_accounts.length > 0)
    return "First say above where the rows of the file go.";
  if (preview.hash === null)
    return "There is nothing to import: all rows are here already or left out.";
  return null;
}

/** Without a row, an import may still have a balance, or keys of rows that are here. */
function importWords({ accounts }: Preview, taken: number): string {
  if (taken > 0) return `Import ${counted(taken, "transaction")}`;
  const balances = accounts.reduce((sum, account) => sum + account.balances, 0);
  return balances > 0 ? `Note ${counted(balances, "balance")}` : "Remember these rows as known";
}

type ColumnsProps = {
  readonly preview: Preview;
  readonly answers: Readonly<Record<string, string>>;
  readonly onAnswer: (id: string, value: string) => void;
};

/** Columns of a CSV file, each with its role, which a person can correct. */
function Columns({ preview, answers, onAnswer }: ColumnsProps) {
  const { columns, roles, questions } = preview;
  const isOpen = questions.some(({ id }) => id.endsWith("-column"));
  return (
    <details open={isOpen || undefined}>
      <summary className="min-h-6 cursor-pointer text-accent">What the columns are</summary>
      <div className="pt-2">
        <Table
          caption="Columns of the file"
          columns={[
            {
              title: "Column",
              isHeader: true,
              narrow: "first",
              cell: ({ title }) => <bdi className="wrap-anywhere">{title}</bdi>,
            },
            {
              title: "For example",
              narrow: "plain",
              cell: ({ examples }) => (
                <bdi className="line-clamp-2 text-ink2 wrap-anywhere">{examples.join(" · ")}</bdi>
              ),
            },
            {
              title: "Is",
              narrow: "plain",
              cell: ({ id, title, role }) => (
                <SelectField
                  field={looseField(id, answers[id] ?? role, (value) => onAnswer(id, value))}
                  isLabelHidden
                  label={`Column ${title}`}
                  options={roles}
                />
              ),
            },
          ]}
          keyOf={({ id }) => id}
          rows={columns}
        />
      </div>
    </details>
  );
}
