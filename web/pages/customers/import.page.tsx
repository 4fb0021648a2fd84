import { useState } from "react";
import { Page } from "../../components/page.tsx";
import { DropFile } from "../../form/drop-file.tsx";
import { PreviewOf } from "./import/preview-of.tsx";

const BACK = { to: "/customers", label: "Customers" } as const;

/** Import of customers from a CSV file: nothing is written before the preview is agreed to. */
export function ImportCustomers() {
  const [file, setFile] = useState<File | null>(null);
  return (
    <Page
      back={BACK}
      lead="Takes a CSV file of any program with a column for names and one for e-mail addresses. A preview shows first what would be done."
      title="Import customers"
    >
      <DropFile
        file={file}
        hint="At most 5,000 rows; commas, semicolons or tabs, UTF-8 or Windows-1252."
        label="File of customers"
        onChosen={setFile}
      />
      {file === null ? null : (
        <PreviewOf file={file} key={`${file.name} ${file.size} ${file.lastModified}`} />
      )}
    </Page>
  );
}
