import type { Context as Http, ErrorHandler } from "hono";
import { html } from "hono/html";
import type { Logger } from "pino";
import { isPassing, Refusal, RETRY_AFTER } from "../core/errors.ts";
import { routeOf } from "../http/request-log.ts";
import { type Html, layout } from "./layout.ts";
import { sendPage } from "./send-page.ts";

/** Says why a page cannot be shown, to visitors and the log. It contains no address, code or token. */
export class PageProblem extends Error {
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 429 | 500 | 503;
  readonly title: string;
  readonly next: string;
  readonly link: { readonly href: string; readonly label: string } | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(parts: {
    readonly status: PageProblem["status"];
    readonly title: string;
    /** In sentences, as `next` is. */
    readonly message: string;
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

/** @param report logs a bug, and returns its reference */
export function pageErrors(log: Logger, report: (error: unknown) => string): ErrorHandler {
  return (error, http) => {
    const problem = problemOf(error) ?? bug(report(error));
    const { status, headers, message } = problem;
    if (error instanceof PageProblem)
      log.warn({ route: routeOf(http), status, reason: message }, "a page was refused");
    return sendPage(http, messagePage(problem), { status, headers });
  };
}

export async function noSuchPage(http: Http): Promise<Response> {
  const page = messagePage({
    title: "Page not found",
    message: "There is no page at this address.",
    next: "It may have been mistyped, or belong to a newer version of this server.",
    link: { href: "/", label: "Open Ledgerport" },
  });
  return sendPage(http, page, { status: 404 });
}

function problemOf(error: unknown): PageProblem | null {
  if (error instanceof PageProblem) return error;
  if (error instanceof Refusal && error.code === "outcome_unknown") return unknownOutcome(error);
  if (!isPassing(error)) return null;
  return new PageProblem({
    status: 503,
    title: error.code === "busy" ? "The server is busy" : "The server cannot answer right now",
    message: `${error.message}.`,
    next: "Try again in a few seconds.",
    headers: { "Retry-After": RETRY_AFTER },
  });
}

function unknownOutcome({ message }: Refusal): PageProblem {
  return new PageProblem({
    status: 500,
    title: "The server lost its database",
    message: `${message}.`,
    next: "Look whether it was done before you do it again.",
  });
}

function bug(reference: string): PageProblem {
  return new PageProblem({
    status: 500,
    title: "The server failed",
    message: `Something went wrong on this server. Its log has the reason under the reference ${reference}.`,
    next: "Try again. If it happens again, give the reference to the operator of the server.",
  });
}

type Message = Pick<PageProblem, "title" | "message" | "next"> & Partial<Pick<PageProblem, "link">>;

export function messagePage({ title, message, next, link }: Message): Html {
  const body = html`<h1>${title}</h1>
    <div class="message">
      <p class="lead">${message}</p>
      <p>${next}</p>
      ${link === undefined ? "" : html`<p class="way-on"><a class="button primary" href="${link.href}">${link.label}</a></p>`}
    </div>`;
  return layout({ title, body });
}
