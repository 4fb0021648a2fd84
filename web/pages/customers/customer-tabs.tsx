import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { Tabs } from "../../components/tabs.tsx";
import type { Customer } from "./customer.ts";
import { History } from "./history.tsx";
import { Overview } from "./overview.tsx";
import { Time } from "./time.tsx";

type Tab = {
  readonly id: string;
  readonly label: string;
  readonly Content: ComponentType<{ readonly customer: Customer }>;
};

/** Invoices and documents of the customer get a tab each when there are some. */
const TABS: readonly [Tab, ...Tab[]] = [
  { id: "overview", label: "Overview", Content: Overview },
  { id: "time", label: "Time", Content: Time },
  { id: "activity", label: "Activity", Content: History },
];

/** The parts of a customer, with the chosen one in the address. */
export function CustomerTabs({ customer }: { readonly customer: Customer }) {
  const { tab } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [first] = TABS;
  const chosen = TABS.find(({ id }) => id === tab) ?? first;
  const choose = (id: string) =>
    void navigate({
      to: "/customers/$id",
      params: { id: customer.id },
      search: id === first.id ? {} : { tab: id },
      resetScroll: false,
    });
  return (
    <Tabs chosen={chosen} label="Customer" onChoose={choose} tabs={TABS}>
      <chosen.Content customer={customer} />
    </Tabs>
  );
}
