import { Tabs } from "@base-ui/react/tabs";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ComponentType } from "react";
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
  const choose = (id: unknown) =>
    void navigate({
      to: "/customers/$id",
      params: { id: customer.id },
      search: id === first.id ? {} : { tab: String(id) },
      resetScroll: false,
    });
  return (
    <Tabs.Root className="grid gap-5" onValueChange={choose} value={chosen.id}>
      <Tabs.List aria-label="Customer" className="flex flex-wrap gap-x-1 border-b border-line">
        {TABS.map(({ id, label }) => (
          <Tabs.Tab
            className="-mb-px min-h-11 cursor-pointer border-b-2 border-transparent px-3 font-medium text-ink2 hover:text-ink data-active:border-accent data-active:text-accent sm:min-h-10"
            key={id}
            value={id}
          >
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {TABS.map(({ id, Content }) => (
        <Tabs.Panel key={id} value={id}>
          <Content customer={customer} />
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
