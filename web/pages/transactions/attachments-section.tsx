import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import type { Output } from "../../api.ts";
import { Answer } from "../../components/answer.tsx";
import { Button } from "../../components/button.tsx";
import { Section } from "../../components/page.tsx";
import { toastRefusal } from "../../components/toast.tsx";
import { shortDay } from "../../dates.ts";
import { firstOnPage } from "../../focus.ts";
import { reloadRows } from "../../list/changes.ts";
import { useOfTeam, useRefetch, useWrite } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { sayWithUndo } from "../../undo.ts";
import { DropArea } from "../../upload/drop-area.tsx";
import { UploadButton } from "../../upload/upload-button.tsx";
import { UploadList } from "../../upload/upload-list.tsx";
import { useUploads } from "../../upload/uploads.ts";
import { fileWords } from "../documents/document.ts";
import { PagePicture } from "../documents/page-picture.tsx";
import { TRANSACTION_CHANGES } from "./transaction.ts";
import type { OfTransaction } from "./transfer-sides.tsx";
import { ROWS } from "./use-categorize.ts";

const ChooseDocument = lazy(async () =>
  import("./choose-document.tsx").then(({ ChooseDocument }) => ({ default: ChooseDocument })),
);

const PATH = "GET /api/teams/:team/transactions/:id/attachments";

/** Answers that an attachment changes: the payment may get the tax of its receipt. */
const CHANGES = [
  ...TRANSACTION_CHANGES,
  PATH,
  "GET /api/teams/:team/documents/:id",
  "GET /api/teams/:team/inbox/counts",
] as const;

/** Element ids, for returning the focus. */
const CHOOSE = "choose-document";
const SECTION = "receipts";

/** Receipts of a payment. A file that is attached here is matched with it at once. */
export function AttachmentsSection({ transaction }: OfTransaction) {
  const { id } = transaction;
  const uploads = useUploads({ to: "transaction", id });
  const query = useOfTeam(useTeam(), PATH, { id });
  const [isChoosing, setChoosing] = useState(false);
  const after = useAfterChange();
  return (
    <Section
      hint={
        query.data?.length === 0
          ? "A receipt is read for its tax. It can be dropped or pasted here too."
          : undefined
      }
      id={SECTION}
      title="Receipts"
    >
      <UploadList did="attached" uploads={uploads} />
      <Answer query={query} what="the receipts">
        {(attachments) =>
          attachments.length === 0 ? null : (
            <ul aria-label="Receipts" className="divide-y divide-line border-y border-line">
              {attachments.map((attachment) => (
                <Attached attachment={attachment} key={attachment.id} transaction={id} />
              ))}
            </ul>
          )
        }
      </Answer>
      <div className="flex flex-wrap gap-2">
        <UploadButton label="Files for this payment" uploads={uploads}>
          Attach a file
        </UploadButton>
        <Button id={CHOOSE} onClick={() => setChoosing(true)}>
          Choose a document…
        </Button>
      </div>
      <DropArea isInDialog uploads={uploads} words="Drop the receipt on this payment" />
      <Suspense>
        {isChoosing ? (
          <ChooseDocument
            backTo={[CHOOSE]}
            changes={CHANGES}
            onClose={() => setChoosing(false)}
            onDone={after}
            transaction={id}
          />
        ) : null}
      </Suspense>
    </Section>
  );
}

/** Loads the rows again, of which the payment's may have other marks now. */
function useAfterChange(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => reloadRows(queries, ROWS);
}

type AttachedProps = {
  readonly attachment: Output<typeof PATH>[number];
  readonly transaction: string;
};

function Attached({ attachment, transaction }: AttachedProps) {
  const { id, document } = attachment;
  const team = useTeam().id;
  const write = useWrite("DELETE /api/teams/:team/transactions/:id/attachments/:attachment", {
    changes: CHANGES,
  });
  const refetch = useRefetch(CHANGES);
  const after = useAfterChange();
  const remove = async () => {
    const input = { team, id: transaction, attachment: id };
    const answer = await toastRefusal(async () => write.mutateAsync(input));
    if (answer === null) return;
    // The row of the pressed button goes.
    firstOnPage(SECTION)?.focus();
    await after();
    sayWithUndo(`${document.shown_title} is removed from the payment.`, {
      team,
      event: answer.event,
      after: async () => {
        await refetch();
        await after();
      },
    });
  };
  return (
    <li className="flex items-start gap-3 py-2">
      <span className="attached-picture">
        <PagePicture document={document} page={1} width={320} />
      </span>
      <span className="grid min-w-0 flex-1">
        <Link className="wrap-anywhere" params={{ id: document.id }} to="/documents/$id">
          <bdi>{document.shown_title}</bdi>
        </Link>
        <span className="text-ink2">
          {shortDay(document.shown_date)}, {fileWords(document)}
        </span>
      </span>
      <Button isBusy={write.isPending} onClick={() => void remove()}>
        Remove<span className="sr-only"> {document.shown_title}</span>
      </Button>
    </li>
  );
}
