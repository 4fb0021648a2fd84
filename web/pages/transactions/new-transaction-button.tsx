import { Plus } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { useOpen } from "../../open.ts";

export const NEW_TRANSACTION = "new";

/** Opens the dialog at `?open=new`. */
export function NewTransactionButton() {
  const { show } = useOpen();
  return (
    <Button kind="primary" onClick={() => show(NEW_TRANSACTION)}>
      <Plus aria-hidden size={16} strokeWidth={1.5} />
      <span>
        New<span className="max-sm:sr-only"> transaction</span>
      </span>
    </Button>
  );
}
