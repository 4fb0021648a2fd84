import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Refused } from "../../api.ts";
import { Answer } from "../../components/answer.tsx";
import { Button, ButtonLink } from "../../components/button.tsx";
import { type KeyHint, KeyHints } from "../../components/key-hints.tsx";
import { ActionsMenu, MenuItem, MenuRule } from "../../components/menu.tsx";
import { Notice, Status } from "../../components/status.tsx";
import { shortDay } from "../../dates.ts";
import { isInDialog, isTyping, useKeyDown } from "../../keyboard.ts";
import { counted, money } from "../../numbers.ts";
import { areSingleKeysOn } from "../../preferences.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { DOCUMENT_PATH, isDrawn, PROBLEMS } from "../documents/document.ts";
import { TextView } from "../documents/text-view.tsx";
import { type Mark, Viewer } from "../documents/viewer.tsx";
import { ratesTold, sourcesTold } from "../transactions/exchange-words.ts";
import { ReceiptCopy } from "./receipt-copy.tsx";
import { FIRST_FIELD, ReceiptFields } from "./receipt-fields.tsx";
import { CANDIDATES_ID, ReceiptMatch } from "./receipt-match.tsx";
import {
  isWorkedOn,
  nameOf,
  RECEIPT_PATH,
  type ShownReceipt,
  stateOf,
  RECEIPT_HEAD,
} from "./receipt.ts";
import { type Going, type ReceiptActs, useReceiptActs } from "./use-receipt-acts.ts";

type ReceiptDetailProps = { readonly id: string; readonly going: Going };

const WHILE_WORKING_MS = 2000;

/** One receipt: its picture beside what was read in it, and its payment. */
export function ReceiptDetail({ id, going }: ReceiptDetailProps) {
  const polling = { everyMs: WHILE_WORKING_MS, isPolled: isWorkedOn };
  const query = useOfTeam(useTeam(), RECEIPT_PATH, { id }, polling);
  const isUnknown =
    query.error instanceof Refused && [404, 422].includes(query.error.problem.status);
  if (query.data === undefined && isUnknown)
    return (
      <Notice
        actions={<ButtonLink to="/receipts">All receipts</ButtonLink>}
        title="There is no such receipt"
        tone="warn"
      >
        <p>It may have been deleted from the inbox. Its file is among the documents.</p>
      </Notice>
    );
  return (
    <Answer query={query} what="the receipt">
      {(receipt) => <Known going={going} receipt={receipt} />}
    </Answer>
  );
}

type KnownProps = Pick<ReceiptDetailProps, "going"> & { readonly receipt: ShownReceipt };

function Known({ receipt, going }: KnownProps) {
  const acts = useReceiptActs(going);
  const [mark, setMark] = useState<Mark | null>(null);
  const hints = useReceiptKeys(receipt, acts);
  const { document: shown } = receipt;
  const pointAt = (name: string) => {
    const place = receipt.fields[name]?.place ?? null;
    setMark(place);
  };
  // A copy is decided about before its payment is.
  const isCopy = receipt.duplicate !== null;
  const payment = <ReceiptMatch acts={acts} receipt={receipt} />;
  return (
    <section
      aria-keyshortcuts="Enter N S E A Delete"
      aria-label={nameOf(receipt)}
      className="receipt-parts"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
        <Head acts={acts} receipt={receipt} />
        <Problem receipt={receipt} />
      </div>
      {isCopy ? null : payment}
      <div className="receipt-picture">
        <ReceiptCopy acts={acts} receipt={receipt} />
        {isDrawn(shown) ? <Viewer document={shown} mark={mark} /> : <ReceiptText id={shown.id} />}
      </div>
      {isCopy ? payment : null}
      <div className="receipt-facts">
        <ReceiptFields onPoint={pointAt} receipt={receipt} />
        <Group acts={acts} receipt={receipt} />
        <KeyHints keys={hints} />
      </div>
    </section>
  );
}

/** The read text of a file that has no picture. */
function ReceiptText({ id }: { readonly id: string }) {
  const query = useOfTeam(useTeam(), DOCUMENT_PATH, { id });
  return (
    <Answer query={query} what="the text">
      {(document) => <TextView document={document} />}
    </Answer>
  );
}

type PartProps = { readonly receipt: ShownReceipt; readonly acts: ReceiptActs };

function Head({ receipt, acts }: PartProps) {
  const { status, document_id, transaction, amount_minor, currency, date } = receipt;
  const { words, tone } = stateOf(receipt);
  const navigate = useNavigate();
  const isFiled = ["done", "archived", "other"].includes(status) && transaction === null;
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
        <h2
          className="text-section font-semibold wrap-anywhere outline-none max-md:text-title"
          id={RECEIPT_HEAD}
          tabIndex={-1}
        >
          <bdi>{nameOf(receipt)}</bdi>
        </h2>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
          <Status tone={tone}>{words}</Status>
          {amount_minor === null || currency === null ? null : (
            <span className="font-medium">{money(amount_minor, currency)}</span>
          )}
          {date === null ? null : <span className="text-ink2">{shortDay(date)}</span>}
        </p>
        <ByMail receipt={receipt} />
        <InBase receipt={receipt} />
      </div>
      <ActionsMenu id="receipt-menu" label={`Actions for ${nameOf(receipt)}`}>
        {transaction === null ? null : (
          <MenuItem onPress={() => void acts.unmatch(receipt)}>Take off its payment</MenuItem>
        )}
        {isFiled ? (
          <MenuItem onPress={() => void acts.file(receipt, null)}>Put back to review</MenuItem>
        ) : null}
        {status === "done" ? null : (
          <MenuItem onPress={() => void acts.file(receipt, "done")}>
            Done without a payment
          </MenuItem>
        )}
        {status === "archived" ? null : (
          <MenuItem onPress={() => void acts.file(receipt, "archived")}>Archive</MenuItem>
        )}
        {status === "other" ? null : (
          <MenuItem onPress={() => void acts.file(receipt, "other")}>This is no receipt</MenuItem>
        )}
        <MenuItem
          onPress={() =>
            void navigate({ to: "/documents/$id", params: { id: document_id }, search: {} })
          }
        >
          Open as a document
        </MenuItem>
        <MenuRule />
        <MenuItem onPress={() => void acts.remove(receipt)} tone="bad">
          Delete from the inbox
        </MenuItem>
      </ActionsMenu>
    </div>
  );
}

function ByMail({ receipt: { mail } }: Pick<PartProps, "receipt">) {
  if (mail === null) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink2">
      <span className="wrap-anywhere">
        By mail from <bdi>{mail.sender ?? "an unknown sender"}</bdi>
      </span>
      {mail.is_from_outside ? <Status tone="warn">From outside the team</Status> : null}
    </p>
  );
}

/** An amount in another currency, in the team's own by the rate of its day. */
function InBase({ receipt: { base, currency, amount_minor } }: Pick<PartProps, "receipt">) {
  const { baseCurrency } = useTeam();
  if (amount_minor === null || currency === null || currency === baseCurrency) return null;
  return (
    <p className="text-small text-ink2 tabular-nums">
      {base === null ? (
        `There is no rate of ${currency} for its day, so that its amount in ${baseCurrency} is not known.`
      ) : (
        <>
          = {money(base.minor, baseCurrency)} at {ratesTold(base)}, {sourcesTold(base)}
        </>
      )}
    </p>
  );
}

function Problem({ receipt: { problem, status } }: Pick<PartProps, "receipt">) {
  if (isWorkedOn({ status }))
    return (
      <output>
        <Notice tone="new">
          <p>It is being worked on. You can leave this page; what is found appears by itself.</p>
        </Notice>
      </output>
    );
  if (problem === null) return null;
  const { title, what } = PROBLEMS[problem];
  return (
    <Notice title={title} tone="warn">
      <p>{what}</p>
    </Notice>
  );
}

function Group({ receipt, acts }: PartProps) {
  const { group, id, primary_id } = receipt;
  if (group.length === 0) return null;
  return (
    <section aria-label="Papers of the same thing" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-semibold">{counted(group.length, "more paper")} of the same thing</h3>
      <ul className="divide-y divide-line border-y border-line">
        {group.map((other) => (
          <li className="flex items-center justify-between gap-2 py-1" key={other.id}>
            <Link
              className="grid min-h-11 min-w-0 content-center wrap-anywhere sm:min-h-6"
              params={{ id: other.id }}
              search
              to="/receipts/$id"
            >
              <bdi>{other.name}</bdi>
            </Link>
            <Button kind="quiet" onClick={() => void acts.ungroup(other)}>
              Take out
            </Button>
          </li>
        ))}
      </ul>
      <p className="text-small text-ink2">
        {id === primary_id
          ? "They follow this one to its payment."
          : "They are matched with the payment of the first of them."}
      </p>
    </section>
  );
}

/**
 * Keys that act on the open receipt, wherever the focus is, but for fields and dialogs.
 * @returns hints for the keys that work now
 */
function useReceiptKeys(receipt: ShownReceipt, acts: ReceiptActs): readonly KeyHint[] {
  const { transaction, status, suggestions } = receipt;
  const best = transaction === null ? suggestions[0]?.transaction : undefined;
  const decides = best !== undefined;
  const keys: Readonly<Record<string, (() => unknown) | undefined>> = {
    Enter: decides ? () => acts.match(receipt, best) : undefined,
    n: decides ? () => acts.decline(receipt, best) : undefined,
    s: transaction === null ? () => document.getElementById(CANDIDATES_ID)?.focus() : undefined,
    e: () => document.getElementById(FIRST_FIELD)?.focus(),
    a: status === "archived" ? undefined : () => acts.file(receipt, "archived"),
    Delete: () => acts.remove(receipt),
  };
  useKeyDown((event) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(target) || isInDialog()) return;
    if (key.length === 1 && !areSingleKeysOn()) return;
    // Enter presses the button or the link that has the focus, but for the line of this receipt.
    const isOnOther =
      target instanceof Element &&
      target.closest("button, a, summary") !== null &&
      target.id !== `receipt-${receipt.id}`;
    if (key === "Enter" && isOnOther) return;
    const act = keys[key];
    if (act === undefined) return;
    event.preventDefault();
    void act();
  });
  const hints = HINTS.filter(([, , of]) => keys[of] !== undefined);
  return [["J K", "other receipts"], ...hints.map(([key, does]) => [key, does] as const)];
}

const HINTS = [
  ["Enter", "match", "Enter"],
  ["N", "not this", "n"],
  ["S", "search", "s"],
  ["E", "edit", "e"],
  ["A", "archive", "a"],
  ["Del", "delete", "Delete"],
] as const;
