/** By name, as the server gives them. */
type PreviewValues = Readonly<Record<string, string | null>>;

type Template = { readonly subject: string; readonly text: string };

const NAMES = /\{([^{}\n]*)\}/g;

/**
 * Fills the names of a mail's template, to be read before it is sent. The server fills them again when it goes out: the
 * number may be another one by then. A line that names what there is not is left out.
 */
export function previewOfMail({ subject, text }: Template, values: PreviewValues): Template {
  const lines = text.split("\n").map((line) => filledIn(line, values));
  return {
    subject: filledIn(subject, values) ?? "",
    text: lines
      .filter((line) => line !== null)
      .join("\n")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trim(),
  };
}

function filledIn(template: string, values: PreviewValues): string | null {
  const known = new Map<string, string | null>(Object.entries(values));
  const names = [...template.matchAll(NAMES)].map(([, name = ""]) => name);
  if (names.some((name) => known.get(name) === null)) return null;
  return template.replaceAll(NAMES, (whole, name: string) => known.get(name) ?? whole);
}
