type Form = {
  readonly action: string;
  readonly method: string;
  /** Untouched values of the form by name; of radio buttons and checkboxes the checked ones. */
  readonly fields: Readonly<Record<string, string | undefined>>;
};

/** HTML of a page; our views render synchronously. */
export function sourceOf(page: unknown): string {
  return String(page);
}

/** Parses a page's forms; enough for our own markup. */
export function forms(page: unknown): readonly Form[] {
  return [...sourceOf(page).matchAll(/<form\b([^>]*)>([^]*?)<\/form>/g)].map(
    ([, attributes = "", inside = ""]) => ({
      action: attribute(attributes, "action") ?? "",
      method: attribute(attributes, "method") ?? "get",
      fields: Object.fromEntries([...inputs(inside), ...selects(inside)]),
    }),
  );
}

/** Visible text, in one line. */
export function textOf(page: unknown): string {
  const body = sourceOf(page).replace(/^[^]*<body>/, "");
  const text = unescaped(body.replaceAll(/<[^>]*>/g, " "));
  return text.replaceAll(/\s+/g, " ").trim();
}

/** True if a page has no inline script or style. */
export function isInert(page: unknown): boolean {
  const tags = sourceOf(page).match(/<[a-z](?:"[^"]*"|'[^']*'|[^>"'])*>/gi) ?? [];
  return !tags.some(
    (tag) =>
      /^<(script|style|iframe|object|embed|base)\b/i.test(tag) ||
      /\s(on\w+|style)\s*=/i.test(tag.replaceAll(/"[^"]*"/g, '""')) ||
      /"\s*javascript:/i.test(tag),
  );
}

function inputs(inside: string): readonly (readonly [string, string | undefined])[] {
  return [...inside.matchAll(/<input\b([^>]*)>/g)]
    .map(([, attributes = ""]) => attributes)
    .filter((attributes) => !/type="(radio|checkbox)"/.test(attributes) || isSet(attributes))
    .flatMap((attributes) => {
      const name = attribute(attributes, "name");
      return name === undefined ? [] : [[name, attribute(attributes, "value")] as const];
    });
}

function isSet(attributes: string): boolean {
  return /\schecked\b/.test(attributes);
}

function selects(inside: string): readonly (readonly [string, string | undefined])[] {
  return [...inside.matchAll(/<select\b([^>]*)>([^]*?)<\/select>/g)].map(
    ([, attributes = "", options = ""]) => {
      const chosen = /<option\b([^>]*\sselected\b[^>]*)>/.exec(options)?.[1] ?? "";
      return [attribute(attributes, "name") ?? "", attribute(chosen, "value")];
    },
  );
}

function attribute(attributes: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1];
  return value === undefined ? undefined : unescaped(value);
}

function unescaped(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
