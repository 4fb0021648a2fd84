import { use } from "react";
import { UNDO_DAYS } from "../../src/shared/limits.ts";
import { Button, ButtonLink } from "../components/button.tsx";
import { Page } from "../components/page.tsx";
import { PALETTE_KEYS } from "../components/shell.tsx";
import { OpenSearch } from "../open.ts";

/** Answers an unknown address, and the address of a record that this team does not have. */
export function UnknownAddress() {
  const search = use(OpenSearch);
  return (
    <Page
      lead={`Nothing is at this address. It may be mistyped, or lead to another team. If it was deleted, Activity can undo that for ${UNDO_DAYS} days.`}
      title="Page not found"
    >
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" onClick={() => search("palette")}>
          Search by name
          <kbd className="font-sans font-normal pointer-coarse:hidden">{PALETTE_KEYS}</kbd>
        </Button>
        <ButtonLink to="/activity">Open Activity</ButtonLink>
        <ButtonLink to="/">Go to Home</ButtonLink>
      </div>
    </Page>
  );
}
