import { Plus } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { useOpen } from "../../open.ts";

export const NEW_PROJECT = "add";

/** Opens the dialog at `?open=add`. */
export function NewProjectButton() {
  const { show } = useOpen();
  return (
    <Button kind="primary" onClick={() => show(NEW_PROJECT)}>
      <Plus aria-hidden className="max-sm:hidden" size={16} strokeWidth={1.5} />
      New project
    </Button>
  );
}
