import { fileURLToPath } from "node:url";
import pdfmake from "pdfmake";
import type { InvoiceBody } from "../invoice-body.ts";
import { documentOf } from "./document.ts";
import { FONT } from "./look.ts";

const PACKAGE = "@expo-google-fonts/ibm-plex-sans";

pdfmake.setFonts({
  [FONT]: {
    normal: fontFile("400Regular/IBMPlexSans_400Regular.ttf"),
    bold: fontFile("600SemiBold/IBMPlexSans_600SemiBold.ttf"),
  },
});
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => path.includes(PACKAGE));

/** The same bytes for the same body and logo. */
export async function renderInvoice(
  body: InvoiceBody,
  logo: Uint8Array | null,
): Promise<Uint8Array> {
  return pdfmake.createPdf(documentOf(body, logo)).getBuffer();
}

function fontFile(name: string): string {
  return fileURLToPath(import.meta.resolve(`${PACKAGE}/${name}`));
}
