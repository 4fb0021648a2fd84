/** Reason why a page cannot be shown, for visitors and the log; it contains no address, code or token. */
export class PageProblem extends Error {
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 429 | 500 | 503;
  readonly title: string;
  readonly next: string;
  readonly link: { readonly href: string; readonly label: string } | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(parts: {
    readonly status: PageProblem["status"];
    readonly title: string;
    /** The problem, as sentences. */
    readonly message: string;
    /** The next step, as sentences. */
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

/** For a page that exists but does not serve this method. */
export function wrongMethodPage(allow: string): PageProblem {
  return new PageProblem({
    status: 405,
    title: "This page cannot be opened that way",
    message: `This address accepts only ${allow}.`,
    next: "Open the page from a link or its form.",
    link: { href: "/", label: "Open Ledgerport" },
    headers: { Allow: allow },
  });
}
