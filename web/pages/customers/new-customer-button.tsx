import { Plus } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { useOpen } from "../../open.ts";

export const NEW_CUSTOMER = "new";

type NewCustomerButtonProps = { readonly kind?: "primary" | "secondary" };

/** Opens the dialog at `?open=new`. */
export function NewCustomerButton({ kind = "primary" }: NewCustomerButtonProps) {
  const { show } = useOpen();
  return (
    <Button kind={kind} onClick={() => show(NEW_CUSTOMER)}>
      <Plus aria-hidden className="max-sm:hidden" size={16} strokeWidth={1.5} />
      New customer
    </Button>
  );
}
