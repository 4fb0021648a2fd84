import { Navigate, useParams } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { Answer } from "../../components/answer.tsx";
import { Page } from "../../components/page.tsx";
import { useOfTeam } from "../../queries.ts";
import { leads, useTeam } from "../../team.tsx";
import { isUnknown } from "../customers/customer.ts";
import { NotFound } from "../not-found.tsx";
import { Editor } from "./editor/editor.tsx";
import { INVOICE_PATH, TAX_RATES } from "./invoice.ts";

const FirstSeller = lazy(async () =>
  import("./first-seller.tsx").then(({ FirstSeller }) => ({ default: FirstSeller })),
);

const CUSTOMER_PATH = "GET /api/teams/:team/customers/:id";
const BACK = { to: "/invoices", label: "Invoices" } as const;

export function EditInvoice() {
  const { id = "" } = useParams({ strict: false });
  const team = useTeam();
  const query = useOfTeam(team, INVOICE_PATH, { id });
  const settings = useOfTeam(team, "GET /api/teams/:team/invoice-settings", {});
  // The first line starts with the usual rate, of the customer or of all.
  const rates = useOfTeam(team, TAX_RATES, {});
  const customer = query.data?.customer?.id ?? null;
  const isAsked = customer !== null;
  const buyer = useOfTeam(team, CUSTOMER_PATH, { id: customer ?? "" }, { isAsked });
  // The form stays until it is done, also while its answer comes in.
  const [asksSeller, setAsksSeller] = useState<boolean | null>(null);
  if (query.data === undefined && isUnknown(query.error)) return <NotFound />;
  const isReady = settings.data !== undefined && rates.data !== undefined && !buyer.isLoading;
  if (query.data === undefined || !isReady)
    return (
      <Page back={BACK} title="Invoice">
        {query.data === undefined ? (
          <Answer query={query} what="the invoice">
            {() => null}
          </Answer>
        ) : settings.data === undefined ? (
          <Answer query={settings} what="the settings of invoices">
            {() => null}
          </Answer>
        ) : rates.data === undefined ? (
          <Answer query={rates} what="the tax rates">
            {() => null}
          </Answer>
        ) : (
          <Answer query={buyer} what="the customer">
            {() => null}
          </Answer>
        )}
      </Page>
    );
  if (query.data.status !== "draft") return <Navigate params={{ id }} replace to="/invoices/$id" />;
  // Only admins change the seller; others see in the draft what is missing.
  const asksNow = asksSeller ?? (leads(team) && settings.data.legal_name === null);
  if (!asksNow) return <Editor invoice={query.data} key={id} />;
  return (
    <Suspense
      fallback={
        <Page back={BACK} title="Invoice">
          {null}
        </Page>
      }
    >
      <FirstSeller onDone={() => setAsksSeller(false)} settings={settings.data} />
    </Suspense>
  );
}
