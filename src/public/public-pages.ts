import { setTimeout as sleep } from "node:timers/promises";
import { type Context as Http, Hono } from "hono";
import { memberRole } from "../accounts/members.ts";
import { Failure, isPassing } from "../core/errors.ts";
import type { OfTeam } from "../db/outbox.ts";
import { logoOf, pdfOf } from "../domains/invoices/invoice-pdf.ts";
import {
  findPublicInvoice,
  noteOpened,
  type PublicInvoice,
} from "../domains/invoices/public-invoice.ts";
import { dispositionOf } from "../http/disposition.ts";
import { type Attempts, limitedAttempts } from "../http/rate-limit.ts";
import type { Html } from "../site/layout.ts";
import { PageProblem, pageErrors, wrongMethodPage } from "../site/problem.ts";
import { securityHeaders } from "../site/send-page.ts";
import type { SiteParts } from "../site/site.ts";
import { visitorSession } from "../site/visitor.ts";
import { invoicePage, noInvoicePage } from "./invoice-page.ts";

type PublicParts = Omit<SiteParts, "webAppFolder">;

/** Requests of one address: a person reads a page or two. */
const LIMIT = { limit: 60, seconds: 60 };

/** Pages for people without an account, each behind a link of its own. */
export function publicPages(parts: PublicParts): Hono {
  const requests = limitedAttempts(parts.counters("public pages", LIMIT), LIMIT);
  const asked = async (http: Http) => documentOf(parts, requests, http);
  const pages = new Hono();
  pages.get("/i/:token", async (http) => {
    const found = await asked(http);
    if (found === null) return notHere(http);
    if (isReader(http)) await noteReader(parts, http, found);
    return send(http, invoicePage(found, http.req.path), 200);
  });
  pages.get("/i/:token/pdf", async (http) => {
    const found = await asked(http);
    return found === null ? notHere(http) : sendPdf(parts, http, found);
  });
  pages.get("/i/:token/logo", async (http) => {
    const found = await asked(http);
    const logo = found === null ? null : await logoOf(contextOf(parts, found), found.body);
    if (logo === null) return notHere(http);
    return http.body(new Uint8Array(logo), 200, { ...headers(), "Content-Type": "image/png" });
  });
  for (const path of ["/i/:token", "/i/:token/pdf", "/i/:token/logo"])
    pages.all(path, () => {
      throw wrongMethodPage("GET, HEAD");
    });
  pages.onError(pageErrors(parts.log, parts.report));
  return pages;
}

/** Null for a token of which there is nothing to show. */
async function documentOf(
  parts: PublicParts,
  requests: Attempts,
  http: Http,
): Promise<PublicInvoice | null> {
  const wait = await requests.begin(parts.addressOf(http));
  if (wait !== null) throw slowDown(wait);
  return findPublicInvoice(parts.baseContext(), http.req.param("token") ?? "");
}

function slowDown(wait: number): PageProblem {
  return new PageProblem({
    status: 429,
    title: "Too many requests",
    message: "This page was asked for very often from your connection.",
    next: "Wait a minute, and open the link again.",
    headers: { "Retry-After": String(wait) },
  });
}

function contextOf(parts: PublicParts, { team }: PublicInvoice): OfTeam {
  return { ...parts.baseContext(), team };
}

async function sendPdf(parts: PublicParts, http: Http, found: PublicInvoice): Promise<Response> {
  const bytes = await pdfOf(contextOf(parts, found), found.id).catch((error: unknown) => {
    throw error instanceof Failure ? notDrawn() : error;
  });
  return http.body(new Uint8Array(bytes), 200, {
    ...headers(),
    "Content-Type": "application/pdf",
    "Content-Disposition": dispositionOf(`${found.body.number?.replaceAll("/", "-")}.pdf`),
  });
}

function notDrawn(): PageProblem {
  return new PageProblem({
    status: 503,
    title: "The PDF is not ready",
    message: "The server could not draw it in time.",
    next: "Try again in a minute.",
    headers: { "Retry-After": "60" },
  });
}

/** The same bytes for every token that opens nothing. */
async function notHere(http: Http): Promise<Response> {
  return send(http, noInvoicePage(), 404);
}

async function send(http: Http, page: Html, status: 200 | 404): Promise<Response> {
  return http.html(String(await page), status, headers());
}

/** The address is a secret: no page that it links to, and no search engine, learns of it. */
function headers(): Record<string, string> {
  return {
    ...securityHeaders(),
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow",
  };
}

/** True for a browser that shows the page to somebody now. Scanners of mail rarely say so, prefetching browsers do. */
function isReader({ req }: Http): boolean {
  const purposes = ["sec-purpose", "purpose", "x-purpose", "x-moz"].map((name) => req.header(name));
  const isAhead = purposes.some((purpose) => /prefetch|prerender|preview/i.test(purpose ?? ""));
  return req.method === "GET" && req.header("sec-fetch-dest") === "document" && !isAhead;
}

/** Longest wait for SQLite's one writer, which a large change may have for long. */
const PATIENCE_MS = 500;

/** Notes the first visit of somebody who is not of the team. The page is shown in any case. */
async function noteReader(parts: PublicParts, http: Http, found: PublicInvoice): Promise<void> {
  if (found.opened_at !== null) return;
  const noted = noteVisit(parts, http, found).catch((error: unknown) => {
    if (!isPassing(error)) parts.report(error);
  });
  await Promise.race([noted, sleep(PATIENCE_MS)]);
}

async function noteVisit(parts: PublicParts, http: Http, found: PublicInvoice): Promise<void> {
  const context = contextOf(parts, found);
  const session = await visitorSession(parts, http);
  const role = session === null ? null : await memberRole(context, found.team.id, session.user.id);
  if (role === null) await noteOpened(context, found);
}
