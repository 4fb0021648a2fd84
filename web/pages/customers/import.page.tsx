import { useState } from "react";
import { csvLine } from "../../../src/shared/csv.ts";
import { Button } from "../../components/button.tsx";
import { Page, Section } from "../../components/page.tsx";
import { saveTable } from "../../files.ts";
import { DropFile } from "../../form/drop-file.tsx";
import { PreviewOf } from "./import/preview-of.tsx";

const BACK = { to: "/customers", label: "Customers" } as const;

/** Import of customers from a CSV file: nothing is written before the preview is agreed to. */
export function ImportCustomersPage() {
  const [file, setFile] = useState<File | null>(null);
  return (
    <Page
      back={BACK}
      lead="From a CSV file of another program, or one that was exported here. You see first what would be imported."
      title="Import customers"
    >
      {/* The tables below it have all of the width up to there. */}
      <div className="md:max-w-settings">
        <DropFile
          file={file}
          hint="At most 5,000 rows; commas, semicolons or tabs, UTF-8 or Windows-1252."
          label="File of customers"
          onChosen={setFile}
        />
      </div>
      {file === null ? (
        <div className="md:max-w-settings">
          <Columns />
        </div>
      ) : (
        <PreviewOf file={file} key={`${file.name} ${file.size} ${file.lastModified}`} />
      )}
    </Page>
  );
}

const SAMPLE = [
  ["Name", "E-mail", "Contact", "Phone", "City", "Country", "Tags"],
  ["Acme Ltd", "anna@acme.example", "Anna Archer", "0161 496 0000", "Leeds", "GB", "Retail"],
];

/** Told before a file is chosen, so that nobody has to try. */
function Columns() {
  return (
    <Section id="columns" title="What the file holds">
      <ul className="grid max-w-measure list-disc gap-1 ps-5">
        <li>
          <strong className="font-semibold">Needed:</strong> a line of titles, with a column for
          names and one for e-mail addresses.
        </li>
        <li>
          <strong className="font-semibold">Read too:</strong> contact, phone, website, address,
          country, VAT number, billing e-mail, currency, payment terms, tags and note.
        </li>
        <li>
          <strong className="font-semibold">Titles</strong> may be in English, German, French,
          Spanish and other languages of Europe. A column that is not known is named and left out.
        </li>
      </ul>
      <p className="max-w-measure text-ink2">
        Nothing is written before you press Import, and one press undoes all of it. A customer that
        is here already, by e-mail address or name, is left out unless you choose otherwise.
      </p>
      <div>
        <Button onClick={() => saveTable(SAMPLE.map(csvLine).join(""), "customers-sample.csv")}>
          Download a sample CSV
        </Button>
      </div>
    </Section>
  );
}
