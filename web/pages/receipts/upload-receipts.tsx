import { Dialog } from "../../components/dialog.tsx";
import { DropArea } from "../../upload/drop-area.tsx";
import { UploadButton } from "../../upload/upload-button.tsx";
import { useUploads } from "../../upload/uploads.ts";

/** Takes receipts on the way to their payments; the list of uploads behind it tells how they fare. */
export function UploadReceipts({ onClose }: { readonly onClose: () => void }) {
  const uploads = useUploads({ to: "inbox" });
  const closing = {
    add: (files: readonly File[]) => {
      uploads.add(files);
      onClose();
    },
  };
  return (
    <Dialog
      description="Receipts and bills are read, kept as documents, and matched with their payments."
      isOpen
      onClose={onClose}
      title="Upload receipts"
    >
      <div className="flex flex-wrap items-center gap-2">
        <UploadButton kind="primary" label="Files for the receipts" uploads={closing}>
          Choose files
        </UploadButton>
        <span className="text-ink2 pointer-coarse:hidden">or drop or paste them here</span>
      </div>
      <DropArea isInDialog uploads={closing} words="Drop the receipts" />
    </Dialog>
  );
}
