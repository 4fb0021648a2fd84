import { lazy, Suspense, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Section } from "../../components/page.tsx";
import type { OfTransaction } from "./transfer-sides.tsx";

const Linked = lazy(async () =>
  import("./transfer-sides.tsx").then(({ Linked }) => ({ default: Linked })),
);

const Candidates = lazy(async () =>
  import("./transfer-sides.tsx").then(({ Candidates }) => ({ default: Candidates })),
);

/** The other side of a transfer, or the way to link it. */
export function TransferSection({ transaction }: OfTransaction) {
  const { transfer, status, standing } = transaction;
  if (transfer !== null)
    return (
      <Suspense>
        <Linked transaction={transaction} transfer={transfer} />
      </Suspense>
    );
  const isLinkable = status !== "exported" && (standing === "counted" || standing === "split");
  return isLinkable ? <Unlinked key={transaction.id} transaction={transaction} /> : null;
}

function Unlinked({ transaction }: OfTransaction) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      actions={
        isOpen ? (
          <Button onClick={() => setOpen(false)}>Cancel</Button>
        ) : (
          <Button onClick={() => setOpen(true)}>Link a transfer…</Button>
        )
      }
      hint="The same money on another of your own accounts."
      id="transfer"
      title="Transfer"
    >
      <Suspense>{isOpen ? <Candidates transaction={transaction} /> : null}</Suspense>
    </Section>
  );
}
