import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "../../components/button.tsx";

const InvoiceHours = lazy(async () =>
  import("../invoices/hours/hours-dialogs.tsx").then(({ InvoiceHours }) => ({
    default: InvoiceHours,
  })),
);

type InvoiceHoursButtonProps = Omit<ComponentProps<typeof InvoiceHours>, "onClose"> & {
  readonly kind?: "quiet" | "secondary";
  readonly children: ReactNode;
};

/** Opens the dialog that makes an invoice of a customer's hours. */
export function InvoiceHoursButton({ kind, children, ...of }: InvoiceHoursButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button kind={kind ?? "secondary"} onClick={() => setIsOpen(true)}>
        {children}
      </Button>
      <Suspense>
        {isOpen ? <InvoiceHours {...of} onClose={() => setIsOpen(false)} /> : null}
      </Suspense>
    </>
  );
}
