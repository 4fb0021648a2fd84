import { useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Notice, Status } from "../../components/status.tsx";
import { DropFile } from "../../form/drop-file.tsx";
import { looseField } from "../../form/field.ts";
import { SelectField } from "../../form/select-field.tsx";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { useAccounts } from "./accounts.tsx";
import { ChosenFile } from "./import/chosen-file.tsx";

const LARGEST = 20 * 2 ** 20;
const FORMATS = "OFX, QFX, QIF, CAMT, MT940, MT942 or CSV, also in a ZIP. At most 20 MiB.";

export function ImportTransactions() {
  const { account: asked } = useSearch({ strict: false });
  const [file, setFile] = useState<File | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const accounts = useAccounts()?.filter(({ enabled }) => enabled);
  const earlier = useEarlierAccount(file);
  const only = accounts?.length === 1 ? accounts[0]?.id : undefined;
  const wanted = chosen ?? asked ?? only ?? earlier;
  const account = accounts?.find(({ id }) => id === wanted)?.id;
  const isReadable = file !== null && file.size <= LARGEST;
  // Keeps the only account when another one is made during the preview.
  if (file !== null && account !== undefined && chosen === null) setChosen(account);
  return (
    <Page
      actions={
        file === null ? (
          <span className="contents max-sm:hidden">
            <ButtonLink to="/transactions/imports">Earlier imports</ButtonLink>
          </span>
        ) : undefined
      }
      back={{ to: "/transactions", label: "Transactions" }}
      lead={
        // Left out after a file is chosen: its preview begins in the first view.
        file === null
          ? "From a file that your bank, card or payment service lets you download. A preview shows what would change before anything is written."
          : undefined
      }
      title="Import transactions"
    >
      <div className="grid gap-4">
        <DropFile
          accept=".ofx,.qfx,.qif,.xml,.camt,.mt940,.sta,.940,.942,.csv,.tsv,.txt,.zip"
          file={file}
          {...(file === null ? { hint: FORMATS } : {})}
          kind="a bank file"
          label="Bank file"
          onChosen={setFile}
        />
        <AccountChoice account={account} isNext={file !== null} onChoose={setChosen} />
      </div>
      <output className="empty:hidden">
        {isReadable && account === undefined ? (
          <Status tone="warn">Which account is this file from?</Status>
        ) : null}
      </output>
      <Body account={account} file={file} onNext={() => setFile(null)} />
    </Page>
  );
}

/** Account into which the same file went before, by its name and size. */
function useEarlierAccount(file: File | null): string | undefined {
  const asked = { limit: MOST_EARLIER };
  const isAsked = file !== null;
  const { data } = useOfTeam(useTeam(), "GET /api/teams/:team/imports", asked, { isAsked });
  return data?.items.find(
    ({ file_name, file_bytes }) => file_name === file?.name && file_bytes === file.size,
  )?.bank_account_id;
}

const MOST_EARLIER = 100;

type BodyProps = {
  readonly file: File | null;
  readonly account: string | undefined;
  readonly onNext: () => void;
};

function Body({ file, account, onNext }: BodyProps) {
  if (file === null) return <Help />;
  if (file.size > LARGEST)
    return (
      <div role="alert">
        <Notice title="The file is larger than 20 MiB." tone="bad">
          <p>Download a file of fewer months at a time, and import one after the other.</p>
        </Notice>
      </div>
    );
  if (account === undefined) return null;
  return (
    <ChosenFile
      account={account}
      file={file}
      key={`${file.name} ${file.size} ${file.lastModified}`}
      onNext={onNext}
    />
  );
}

function Help() {
  return (
    <Section id="where" title="Where to find the file">
      <ul className="grid max-w-measure list-disc gap-1 ps-5">
        <li>
          <strong className="font-semibold">Your bank’s website:</strong> look for Download, Export
          or Statements. CAMT, MT940 and OFX files say most; CSV works too.
        </li>
        <li>
          <strong className="font-semibold">PayPal, Stripe, Wise, Revolut:</strong> the activity or
          balance report as CSV.
        </li>
        <li>
          <strong className="font-semibold">PDF and Excel</strong> are not read. Choose CSV there
          instead.
        </li>
      </ul>
      <p className="max-w-measure text-ink2">
        A file may cover days that are here already: rows that are known are not imported twice.
        Nothing is written before you press Import, and one press undoes all of it until one of the
        transactions is changed.
      </p>
      <span className="sm:hidden">
        <ButtonLink to="/transactions/imports">Earlier imports</ButtonLink>
      </span>
    </Section>
  );
}

const NewAccount = lazy(async () =>
  import("../settings/accounts/account-dialogs.tsx").then(({ NewAccount }) => ({
    default: NewAccount,
  })),
);

type AccountChoiceProps = {
  readonly account: string | undefined;
  /** True when only the account lacks. */
  readonly isNext: boolean;
  readonly onChoose: (account: string) => void;
};

function AccountChoice({ account, isNext, onChoose }: AccountChoiceProps) {
  const [isAdding, setAdding] = useState(false);
  const accounts = useAccounts();
  if (accounts === undefined) return null;
  const usable = accounts.filter(({ enabled, id }) => enabled || id === account);
  return (
    <div className="flex flex-wrap items-end gap-3">
      {usable.length === 0 ? null : (
        <div className="w-72 max-sm:w-auto max-sm:min-w-0 max-sm:flex-1 max-sm:basis-40">
          <SelectField
            field={looseField<string | undefined>("account", account, (id) => {
              if (id !== undefined) onChoose(id);
            })}
            label="Account of the file"
            options={usable.map(({ id, name, account_number }) => ({
              value: id,
              label: account_number === null ? name : `${name}, ${account_number}`,
            }))}
          />
        </div>
      )}
      <Button
        kind={usable.length === 0 && isNext ? "primary" : "secondary"}
        onClick={() => setAdding(true)}
      >
        {usable.length === 0 ? "Add the account of the file" : "New account…"}
      </Button>
      <Suspense>
        {isAdding ? (
          <NewAccount onAdded={({ id }) => onChoose(id)} onClose={() => setAdding(false)} />
        ) : null}
      </Suspense>
    </div>
  );
}
