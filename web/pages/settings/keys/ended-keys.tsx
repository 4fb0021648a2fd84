import { useNavigate, useSearch } from "@tanstack/react-router";
import { Button } from "../../../components/button.tsx";
import { type KeyRow, KeyTable } from "./key-table.tsx";

/** Revoked and expired keys, folded: kept so that past actions show their key. */
export function EndedKeys({ rows }: { readonly rows: readonly KeyRow[] }) {
  const isShown = useSearch({ strict: false })["ended"] === "shown";
  const navigate = useNavigate();
  const toggle = () =>
    void navigate({
      to: ".",
      search: isShown ? {} : { ended: "shown" },
      replace: true,
      resetScroll: false,
    });
  const what = rows.length === 1 ? "1 ended key" : `${rows.length} ended keys`;
  return (
    <>
      <div>
        <Button aria-expanded={isShown} onClick={toggle}>
          {isShown ? "Hide" : "Show"} {what}
        </Button>
      </div>
      {isShown ? <KeyTable areEnded caption="Ended API keys" rows={rows} /> : null}
    </>
  );
}
