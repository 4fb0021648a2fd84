import { Plus } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { useOpen } from "../../open.ts";

type NewButtonProps = {
  /** Name of the dialog in the address. */
  readonly open: string;
  readonly children: string;
};

/** Opens the dialog of a new record. */
export function NewButton({ open, children }: NewButtonProps) {
  const { show } = useOpen();
  return (
    <Button kind="primary" onClick={() => show(open)}>
      <Plus aria-hidden className="max-sm:hidden" size={16} strokeWidth={1.5} />
      {children}
    </Button>
  );
}
