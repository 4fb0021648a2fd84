import { Empty } from "../../components/answer.tsx";
import { UploadButton } from "../../upload/upload-button.tsx";
import { useUploads } from "../../upload/uploads.ts";

/** Before the first document. */
export function NoDocuments() {
  const uploads = useUploads({ to: "documents" });
  return (
    <Empty
      action={
        <UploadButton kind="primary" label="Files for the documents" uploads={uploads}>
          Upload files
        </UploadButton>
      }
      title="No documents yet"
    >
      <p>
        Keep contracts, statements, invoices and receipts here. Each is read on this server, and
        found again by a word, a number, an amount or a day in it.
      </p>
      <p>PDF, pictures, mails and office files. They can also be dropped or pasted on this page.</p>
    </Empty>
  );
}
