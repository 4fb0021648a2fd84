import { Plus } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { useOpen } from "../../open.ts";

/** Name of the dialog in the address. */
export const NEW_TAG = "new";

/** Opens the dialog at `?open=new`. */
export function NewTagButton() {
  const { show } = useOpen();
  return (
    <Button kind="primary" onClick={() => show(NEW_TAG)}>
      <Plus aria-hidden className="max-sm:hidden" size={16} strokeWidth={1.5} />
      New tag
    </Button>
  );
}
