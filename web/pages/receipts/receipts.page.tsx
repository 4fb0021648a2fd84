import { useNavigate, useParams } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Page } from "../../components/page.tsx";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { DropArea } from "../../upload/drop-area.tsx";
import { UploadButton } from "../../upload/upload-button.tsx";
import { UploadList } from "../../upload/upload-list.tsx";
import { useUploads } from "../../upload/uploads.ts";
import { useIsNarrow } from "../../window.ts";
import { ReceiptDetail } from "./receipt-detail.tsx";
import { ReceiptList, receiptLineId, useReceipts } from "./receipt-list.tsx";
import { nameOf, RECEIPT_PATH } from "./receipt.ts";
import "./receipts.css";

const BACK = { to: "/receipts", label: "Receipts" } as const;

/** The list beside the chosen receipt. Where they have no room beside each other, a chosen one stands alone. */
export function Receipts() {
  const { id = null } = useParams({ strict: false });
  const uploads = useUploads({ to: "inbox" });
  const listed = useReceipts();
  const isNarrow = useIsNarrow();
  const leave = useLeaving(listed.rows);
  const [first] = listed.rows ?? [];
  const chosen = id ?? (isNarrow ? null : (first?.id ?? null));
  const isAlone = isNarrow && id !== null;
  const title = useTitle(id);
  return (
    <Page
      actions={
        <UploadButton kind="primary" label="Receipts" uploads={uploads}>
          Upload receipts
        </UploadButton>
      }
      {...(isAlone ? { back: BACK } : {})}
      heading={isAlone ? <bdi className="wrap-anywhere">{title}</bdi> : "Receipts"}
      title={id === null ? "Receipts" : title}
    >
      <UploadList hrefOf={({ item_id }) => `/receipts/${item_id}`} uploads={uploads} />
      <div className="receipts">
        {isAlone ? null : <ReceiptList chosen={chosen} listed={listed} />}
        {chosen === null ? null : <ReceiptDetail id={chosen} key={chosen} leave={leave} />}
      </div>
      <DropArea uploads={uploads} words="Drop the receipts" />
    </Page>
  );
}

function useTitle(id: string | null): string {
  const asked = { id: id ?? "" };
  const { data } = useOfTeam(useTeam(), RECEIPT_PATH, asked, { isAsked: id !== null });
  return data === undefined ? "Receipts" : `${nameOf(data)} · Receipts`;
}

type Listed = readonly { readonly id: string }[] | undefined;

/** Goes from a receipt to the one below it, else above it, and puts the focus on its line. */
function useLeaving(rows: Listed): (id: string) => void {
  const navigate = useNavigate();
  const focused = useRef<string | null>(null);
  useEffect(() => {
    if (focused.current === null) return;
    const line = document.getElementById(receiptLineId(focused.current));
    focused.current = null;
    line?.focus();
  });
  return (id) => {
    const at = rows?.findIndex((row) => row.id === id) ?? -1;
    const next = rows?.[at + 1] ?? rows?.[at - 1];
    focused.current = next?.id ?? null;
    void (next === undefined
      ? navigate({ to: "/receipts", search: true, replace: true })
      : navigate({
          to: "/receipts/$id",
          params: { id: next.id },
          search: true,
          replace: true,
          resetScroll: false,
        }));
  };
}
