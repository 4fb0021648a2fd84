import { Navigate, useParams } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Answer } from "../../components/answer.tsx";
import { Page } from "../../components/page.tsx";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { isUnknown } from "../customers/customer.ts";
import { NotFound } from "../not-found.tsx";
import { Editor } from "./editor/editor.tsx";
import { INVOICE_PATH } from "./invoice.ts";

const FirstSeller = lazy(async () =>
  import("./first-seller.tsx").then(({ FirstSeller }) => ({ default: FirstSeller })),
);

export function EditInvoice() {
  const { id = "" } = useParams({ strict: false });
  const team = useTeam();
  const query = useOfTeam(team, INVOICE_PATH, { id });
  const settings = useOfTeam(team, "GET /api/teams/:team/invoice-settings", {});
  if (query.data === undefined && isUnknown(query.error)) return <NotFound />;
  if (query.data === undefined || settings.data === undefined)
    return (
      <Page title="Invoice">
        <Answer query={query.data === undefined ? query : settings} what="the invoice">
          {() => null}
        </Answer>
      </Page>
    );
  if (query.data.status !== "draft") return <Navigate params={{ id }} replace to="/invoices/$id" />;
  const hasSeller = settings.data.legal_name !== null;
  return hasSeller ? (
    <Editor invoice={query.data} key={id} />
  ) : (
    <Suspense>
      <FirstSeller invoice={query.data} />
    </Suspense>
  );
}
