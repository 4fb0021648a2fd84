import pdfmake from "pdfmake";
import type { InvoiceBody } from "../invoice-body.ts";
import { documentOf } from "./document.ts";
import { FONT_FILES } from "./font-files.ts";
import { FONT } from "./look.ts";

pdfmake.setFonts({ [FONT]: { ...FONT_FILES } });
pdfmake.setUrlAccessPolicy(() => false);
const files: readonly string[] = Object.values(FONT_FILES);
pdfmake.setLocalAccessPolicy((path) => files.includes(path));

/** The same bytes for the same body and logo. */
export async function renderInvoice(
  body: InvoiceBody,
  logo: Uint8Array | null,
): Promise<Uint8Array> {
  return pdfmake.createPdf(documentOf(body, logo)).getBuffer();
}
