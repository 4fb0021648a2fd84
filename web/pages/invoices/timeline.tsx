import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { enumerated } from "../../../src/shared/words.ts";
import { When } from "../../components/when.tsx";
import { money } from "../../numbers.ts";
import type { Invoice } from "./invoice.ts";

type Step = {
  readonly key: string;
  readonly at: string;
  readonly words: ReactNode;
  readonly by?: string | null;
};

/** Events of the invoice, the newest first. Activity has each change with its way back. */
export function Timeline({ invoice }: { readonly invoice: Invoice }) {
  return (
    <section aria-labelledby="timeline" className="grid content-start gap-2">
      <h2 className="text-section font-semibold" id="timeline">
        Timeline
      </h2>
      <ol className="grid gap-2 border-s border-line ps-4" reversed>
        {stepsOf(invoice).map(({ key, at, words, by = null }) => (
          <li className="grid" key={key}>
            <span>{words}</span>
            <span className="text-small text-ink2">
              <When at={at} />
              {by === null ? null : (
                <>
                  , <bdi>{by}</bdi>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
      <p>
        <Link search={{ record: `invoice:${invoice.id}` }} to="/activity">
          All changes in Activity
        </Link>
      </p>
    </section>
  );
}

function stepsOf(invoice: Invoice): readonly Step[] {
  const { id, currency, created_at, sent_at, canceled_at, opened_at } = invoice;
  const steps: readonly (Step | null)[] = [
    invoice.type === "invoice"
      ? { key: `created ${id}`, at: created_at, words: "Draft created", by: invoice.by }
      : null,
    sent_at === null
      ? null
      : {
          key: `sent ${id}`,
          at: sent_at,
          words: `Issued as ${invoice.number}`,
          by: invoice.type === "invoice" ? (invoice.mails[0]?.by ?? null) : invoice.by,
        },
    ...invoice.mails.map((mail) => ({
      key: mail.id,
      at: mail.sent_at ?? mail.created_at,
      words: mailWords(mail),
      by: mail.by,
    })),
    ...invoice.payments.map(({ id, created_at, by, amount_minor, kind }) => ({
      key: id,
      at: created_at,
      words: `${kind === "refund" ? "Refund" : "Payment"} of ${money(amount_minor, currency)} recorded`,
      by,
    })),
    opened_at === null
      ? null
      : { key: `opened ${id}`, at: opened_at, words: "Public page probably opened" },
    ...invoice.credit_notes.map(({ id, created_at, number, total_minor }) => ({
      key: id,
      at: created_at,
      words: `${money(total_minor, currency)} credited by ${number}`,
    })),
    canceled_at === null
      ? null
      : { key: `canceled ${id}`, at: canceled_at, words: "Voided", by: invoice.canceled_by },
  ];
  return (
    steps
      .filter((step) => step !== null)
      // Of steps at the same moment, the one listed later is the newer.
      .toReversed()
      .toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
  );
}

type Mail = Invoice["mails"][number];

function mailWords({ state, to, last_error: error, refused }: Mail): string {
  const who = enumerated(to);
  switch (state) {
    case "queued":
    case "sending":
      return error === null ? `On its way to ${who}` : `On its way to ${who}. Last try: ${error}`;
    case "sent":
      return refused.length === 0
        ? `Handed over to the mail server, for ${who}`
        : `Handed over for ${who}, but refused for ${enumerated(refused)}`;
    case "failed":
      return `Mail to ${who} failed${error === null ? "" : `: ${error}`}`;
    case "withdrawn":
      return `Mail to ${who} withdrawn before it left`;
    default:
      return `Not mailed: ${error ?? "no mail server"}`;
  }
}
