import { lazy, Suspense } from "react";
import { ButtonLink } from "../../components/button.tsx";
import { Page } from "../../components/page.tsx";
import { ListView } from "../../list/list-view.tsx";
import { useOpen } from "../../open.ts";
import { useAccounts } from "./accounts.tsx";
import { IMPORTS } from "./imports/import-list.tsx";

const RemoveImport = lazy(async () =>
  import("./imports/remove-import.tsx").then(({ RemoveImportDialog }) => ({
    default: RemoveImportDialog,
  })),
);

export function ImportsPage() {
  const accounts = useAccounts();
  const { open, about, hide } = useOpen();
  return (
    <Page
      actions={
        <ButtonLink kind="primary" to="/transactions/import">
          Import a file
        </ButtonLink>
      }
      back={{ to: "/transactions", label: "Transactions" }}
      lead="Files of your banks that were imported. Each can be removed with its transactions, the newest first where they share some, and removing can be undone. Sums leave out transfers, pending and excluded transactions."
      title="Imports"
    >
      <ListView
        choices={{ account: accounts?.map(({ id, name }) => ({ value: id, label: name })) }}
        list={IMPORTS}
      />
      <Suspense>
        {open === "remove" && about !== null ? (
          <RemoveImport id={about} key={about} onClose={hide} />
        ) : null}
      </Suspense>
    </Page>
  );
}
