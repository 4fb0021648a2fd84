/** Why a page cannot be shown, for the person and for the operator: no address, code or token is in it. */
export class PageProblem extends Error {
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 429 | 500 | 503;
  readonly title: string;
  readonly next: string;
  readonly link: { readonly href: string; readonly label: string } | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(parts: {
    readonly status: PageProblem["status"];
    readonly title: string;
    /** What is wrong, as sentences. */
    readonly message: string;
    /** What to do next, as sentences. */
    readonly next: string;
    readonly link?: PageProblem["link"];
    readonly headers?: Readonly<Record<string, string>>;
  }) {
    super(parts.message);
    this.name = "PageProblem";
    this.status = parts.status;
    this.title = parts.title;
    this.next = parts.next;
    this.link = parts.link;
    this.headers = parts.headers ?? {};
  }
}

/** For a page that is there, asked for in another way than it is served. */
export function wrongMethod(allow: string): PageProblem {
  return new PageProblem({
    status: 405,
    title: "This page is not opened like that",
    message: `Only ${allow} is served at this address.`,
    next: "Open the page from a link or its form.",
    link: { href: "/", label: "Open Ledgerport" },
    headers: { Allow: allow },
  });
}
