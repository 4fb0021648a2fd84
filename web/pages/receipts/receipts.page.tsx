import { useParams } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Page } from "../../components/page.tsx";
import { useOpen } from "../../open.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { DropArea } from "../../upload/drop-area.tsx";
import { UploadButton } from "../../upload/upload-button.tsx";
import { UploadList } from "../../upload/upload-list.tsx";
import { useUploads } from "../../upload/uploads.ts";
import { useIsSmall } from "../../window.ts";
import { ReceiptList, ReceiptTabs, useReceipts } from "./receipt-list.tsx";
import { nameOf, RECEIPT_PATH } from "./receipt.ts";
import { useGoing } from "./use-going.ts";
import "./receipts.css";

const BACK = { to: "/receipts", label: "Receipts" } as const;
const UPLOAD = "upload";

const ReceiptDetail = lazy(async () =>
  import("./receipt-detail.tsx").then(({ ReceiptDetail }) => ({ default: ReceiptDetail })),
);
const UploadReceipts = lazy(async () =>
  import("./upload-receipts.tsx").then(({ UploadReceipts }) => ({ default: UploadReceipts })),
);

/** The list beside the chosen receipt. Where they have no room beside each other, a chosen one stands alone. */
export function Receipts() {
  const { id = null } = useParams({ strict: false });
  const uploads = useUploads({ to: "inbox" });
  const listed = useReceipts();
  const isSmall = useIsSmall();
  const [first] = listed.rows ?? [];
  const chosen = id ?? (isSmall ? null : (first?.id ?? null));
  const isAlone = isSmall && id !== null;
  const title = useTitle(id);
  const going = useGoing({ rows: listed.rows ?? [], id, chosen, isAlone });
  const { open, hide } = useOpen();
  return (
    <Page
      {...(isAlone
        ? { back: BACK, heading: <span className="sr-only">{title}</span> }
        : {
            actions: (
              <UploadButton kind="primary" label="Files for the receipts" uploads={uploads}>
                Upload receipts
              </UploadButton>
            ),
          })}
      title={isAlone ? title : "Receipts"}
    >
      <UploadList hrefOf={({ item_id }) => `/receipts/${item_id}`} uploads={uploads} />
      {isAlone ? null : <ReceiptTabs />}
      <div className="receipts">
        {isAlone ? null : <ReceiptList chosen={chosen} listed={listed} />}
        <Suspense>
          {chosen === null ? null : <ReceiptDetail going={going} id={chosen} key={chosen} />}
        </Suspense>
      </div>
      <DropArea uploads={uploads} words="Drop the receipts" />
      <Suspense>{open === UPLOAD ? <UploadReceipts onClose={hide} /> : null}</Suspense>
    </Page>
  );
}

function useTitle(id: string | null): string {
  const asked = { id: id ?? "" };
  const { data } = useOfTeam(useTeam(), RECEIPT_PATH, asked, { isAsked: id !== null });
  return data === undefined ? "Receipts" : nameOf(data);
}
