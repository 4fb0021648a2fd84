import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Dialog } from "../../../components/dialog.tsx";
import { firstOnPage } from "../../../focus.ts";
import { useOpen } from "../../../open.ts";
import { useGuard } from "./guard.ts";
import { actionsId } from "./key-actions.tsx";
import type { Minted } from "./key.ts";
import { Secret } from "./secret.tsx";

type MintDialogProps = {
  readonly title: string;
  readonly description: ReactNode;
  /** Id of the element that regains the focus on cancel. */
  readonly opener: string;
  readonly children: (onMinted: (minted: Minted) => void, onCancel: () => void) => ReactNode;
};

export function MintDialog({ title, description, opener, children }: MintDialogProps) {
  const { hide } = useOpen();
  const [minted, setMinted] = useState<Minted | null>(null);
  const queries = useQueryClient();
  const onMinted = (minted: Minted) => {
    // Set before anything else, so that the secret is shown even if a refetch fails.
    setMinted(minted);
    void queries.invalidateQueries();
  };
  const guard = useGuard(minted !== null, hide);
  const row = minted === null ? undefined : actionsId(minted.key.id);
  return (
    <Dialog
      description={minted === null ? description : undefined}
      finalFocus={() => firstOnPage(row, opener)}
      isGuarded={guard.isGuarded}
      isOpen
      onClose={hide}
      onHeld={guard.hold}
      size="wide"
      title={minted === null ? title : "Save the key now"}
    >
      {minted === null ? (
        children(onMinted, hide)
      ) : (
        <Secret
          isHeld={guard.isHeld}
          minted={minted}
          onCopied={guard.copied}
          onSaved={guard.saved}
        />
      )}
    </Dialog>
  );
}
