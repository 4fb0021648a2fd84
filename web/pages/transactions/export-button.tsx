import { Download } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { useOpen } from "../../open.ts";

export const EXPORT = "export";

/** Opens the dialog at `?open=export`. */
export function ExportButton() {
  const { show } = useOpen();
  return (
    <Button kind="quiet" onClick={() => show(EXPORT)}>
      <Download aria-hidden size={16} strokeWidth={1.5} />
      Export
    </Button>
  );
}
