import { lazy, Suspense, useEffect, useState } from "react";
import { useCategories } from "../../categories/use-categories.ts";
import { ButtonLink } from "../../components/button.tsx";
import { Page } from "../../components/page.tsx";
import { useListAddress } from "../../list/address.ts";
import { ListView } from "../../list/list-view.tsx";
import type { OpenRow } from "../../list/open-row.ts";
import { useOpen } from "../../open.ts";
import { useOfTeam } from "../../queries.ts";
import { useTags } from "../../tags/use-tags.ts";
import { useTeam } from "../../team.tsx";
import { EXPORT, ExportButton } from "./export-button.tsx";
import { NEW_TRANSACTION, NewTransactionButton } from "./new-transaction-button.tsx";
import { PickingProvider, usePicking } from "./picking.tsx";
import { SimilarNote, useApplySimilar } from "./similar-note.tsx";
import { TRANSACTIONS } from "./transaction-list.tsx";
import { TransactionTabs } from "./transaction-tabs.tsx";
import { NO_TAX, taxName, type TransactionRow, UNCATEGORIZED } from "./transaction.ts";
import { useAccounts } from "./use-accounts.ts";
import { type Similar, SimilarContext, useCategorize } from "./use-categorize.ts";
import { useImportChoices } from "./use-import-choices.ts";

const loadSheet = async () => import("./transaction-sheet.tsx");
const TransactionSheet = lazy(async () =>
  loadSheet().then(({ TransactionSheet }) => ({ default: TransactionSheet })),
);
const NewTransaction = lazy(async () =>
  import("./new-transaction.tsx").then(({ NewTransaction }) => ({ default: NewTransaction })),
);
const ExportDialog = lazy(async () =>
  import("./export-dialog.tsx").then(({ ExportDialog }) => ({ default: ExportDialog })),
);

/** Money that came into the team's accounts and went out. */
export function Transactions() {
  const [similar, setSimilar] = useState<Similar | null>(null);
  const { open, hide } = useOpen();
  const accounts = useAccounts();
  useEffect(() => void loadSheet(), []);
  return (
    <Page
      actions={
        <>
          {/* Narrow screens have them under Settings: all three others fit on one line. */}
          <span className="contents max-sm:hidden">
            <ButtonLink kind="quiet" to="/settings/accounts">
              Accounts
            </ButtonLink>
          </span>
          {/* There from the first paint on: nothing below it moves. */}
          <ButtonLink to="/transactions/import">Import</ButtonLink>
          {accounts?.length === 0 ? null : (
            <>
              <ExportButton />
              <NewTransactionButton />
            </>
          )}
        </>
      }
      tabs={<TransactionTabs />}
      title="Transactions"
    >
      <SimilarContext value={setSimilar}>
        <PickingProvider>
          <TransactionRows onSimilarEnd={() => setSimilar(null)} similar={similar} />
        </PickingProvider>
      </SimilarContext>
      <Suspense>{open === NEW_TRANSACTION ? <NewTransaction onClose={hide} /> : null}</Suspense>
      <Suspense>{open === EXPORT ? <ExportDialog onClose={hide} /> : null}</Suspense>
    </Page>
  );
}

type TransactionRowsProps = {
  readonly similar: Similar | null;
  readonly onSimilarEnd: () => void;
};

function TransactionRows({ similar, onSimilarEnd }: TransactionRowsProps) {
  const { pick } = usePicking();
  const categorize = useCategorize();
  const apply = useApplySimilar(similar, onSimilarEnd);
  const choices = useChoices();
  return (
    <ListView
      Opened={OpenTransaction}
      choices={choices}
      letters={{
        c: ({ id, is_split, status }) => (is_split || status === "exported" ? null : pick(id)),
        a: (row) =>
          row.suggested === null || row.category_slug !== null
            ? null
            : void categorize(row, row.suggested.slug),
        l: () => void apply.act("applyCategory"),
        g: () => void apply.act("makeOffered"),
      }}
      list={TRANSACTIONS}
      note={similar === null ? null : <SimilarNote onClose={onSimilarEnd} similar={similar} />}
    />
  );
}

/** Loaded choices of the filters. */
function useChoices() {
  const accounts = useAccounts();
  const categories = useCategories();
  const tags = useTags();
  const { tax, rule } = useListAddress(TRANSACTIONS).values;
  const isAsked = rule !== undefined;
  const rules = useOfTeam(useTeam(), "GET /api/teams/:team/rules", {}, { isAsked }).data?.items;
  return {
    account: accounts?.map(({ id, name }) => ({ value: id, label: name })),
    category: categories && [
      { value: UNCATEGORIZED, label: "Uncategorized" },
      ...categories.groups.flatMap(({ items }) =>
        items.map(({ slug, name, parent_id }) => ({
          value: slug,
          label: parent_id === null ? name : `\u2003${name}`,
        })),
      ),
    ],
    import: useImportChoices(),
    rule: rules?.map(({ id, name }) => ({ value: id, label: name })),
    // A report names the others.
    party: [],
    tax: [
      { value: NO_TAX, label: "None stated" },
      ...(tax === undefined || tax === NO_TAX ? [] : [{ value: tax, label: taxName(tax) }]),
    ],
    tag: tags?.map(({ id, name }) => ({ value: id, label: name })),
  };
}

/** The open transaction. Its sheet is loaded after the rows. */
function OpenTransaction({ opened }: { readonly opened: OpenRow<TransactionRow> }) {
  return (
    <Suspense>
      <TransactionSheet opened={opened} />
    </Suspense>
  );
}
