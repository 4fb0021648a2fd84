import { useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { UNCATEGORIZED } from "../../../src/shared/limits.ts";
import { useCategories } from "../../categories/use-categories.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Page } from "../../components/page.tsx";
import { toastRefusal } from "../../components/toast.tsx";
import { shortDay } from "../../dates.ts";
import { useListAddress } from "../../list/address.ts";
import { reloadRows } from "../../list/changes.ts";
import type { Choice } from "../../list/filters.ts";
import { ListView } from "../../list/list-view.tsx";
import type { OpenRow } from "../../list/open-row.ts";
import { useOpen } from "../../open.ts";
import { useOfTeam, useRefetch } from "../../queries.ts";
import { useTags } from "../../tags/use-tags.ts";
import { useTeam } from "../../team.tsx";
import { sayWithUndoOf } from "../../undo.ts";
import { useAccounts } from "./accounts.tsx";
import { PickingProvider, usePicking } from "./category-cell.tsx";
import { NEW_TRANSACTION, NewTransactionButton } from "./no-transactions.tsx";
import { LazyOfferNote } from "./offer.tsx";
import { TRANSACTIONS } from "./transaction-list.tsx";
import { TransactionTabs } from "./transaction-tabs.tsx";
import { TRANSACTION_CHANGES, NO_TAX_OPTION, taxName, type TransactionRow } from "./transaction.ts";
import { ROWS, type Similar, SimilarContext, useCategorize } from "./use-categorize.ts";

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
  const { isBusy, act } = useApplySimilar(similar, onSimilarEnd);
  const applyCategory = () => void act("applyCategory");
  const makeRule = () => void act("makeOffered");
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
        l: applyCategory,
        g: makeRule,
      }}
      list={TRANSACTIONS}
      note={
        similar === null ? null : (
          <LazyOfferNote
            isBusy={isBusy}
            onApply={applyCategory}
            onClose={onSimilarEnd}
            onRule={makeRule}
            similar={similar}
          />
        )
      }
    />
  );
}

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
    // The link of a report names the party.
    party: [],
    tax: [
      { value: NO_TAX_OPTION, label: "None stated" },
      ...(tax === undefined || tax === NO_TAX_OPTION ? [] : [{ value: tax, label: taxName(tax) }]),
    ],
    tag: tags?.map(({ id, name }) => ({ value: id, label: name })),
  };
}

/** The sheet is loaded after the rows. */
function OpenTransaction({ opened }: { readonly opened: OpenRow<TransactionRow> }) {
  return (
    <Suspense>
      <TransactionSheet opened={opened} />
    </Suspense>
  );
}

/** The newest imports; undefined until they are loaded. */
function useImportChoices(): readonly Choice[] | undefined {
  const { data } = useOfTeam(useTeam(), "GET /api/teams/:team/imports", { limit: 100 });
  return data?.items.map(({ id, file_name, created_at }) => ({
    value: id,
    label: `${file_name}, ${shortDay(created_at.slice(0, 10))}`,
  }));
}

const EXPORT = "export";

function ExportButton() {
  const { show } = useOpen();
  return (
    <Button kind="quiet" onClick={() => show(EXPORT)}>
      <Download aria-hidden size={16} strokeWidth={1.5} />
      Export
    </Button>
  );
}

/** Gives the similar transactions the category, or makes a rule that does. */
function useApplySimilar(similar: Similar | null, onClose: () => void) {
  const team = useTeam().id;
  const queries = useQueryClient();
  const categories = useCategories();
  const refetch = useRefetch(TRANSACTION_CHANGES);
  const [isBusy, setBusy] = useState(false);
  const refresh = async () => {
    await Promise.all([refetch(), reloadRows(queries, ROWS)]);
  };
  const act = async (what: "applyCategory" | "makeOffered") => {
    if (similar === null || isBusy) return;
    setBusy(true);
    const done = await toastRefusal(async () => {
      const acts = await import("./offer-note.tsx");
      return acts[what](team, similar, (slug) => categories?.nameOf(slug) ?? slug);
    });
    setBusy(false);
    if (done === null) return;
    onClose();
    sayWithUndoOf(done.words, { team, events: done.events, after: refresh });
    await refresh();
  };
  return { act, isBusy } as const;
}
