import type { ErrorComponentProps } from "@tanstack/react-router";
import { Button } from "../components/button.tsx";
import { Page } from "../components/page.tsx";
import { Notice } from "../components/status.tsx";

/** Unexpected error of a page, or a file that an update of the server has removed. */
export function PageFailure({ error }: ErrorComponentProps) {
  return (
    <Page title="This page failed">
      <Notice
        actions={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
        tone="bad"
      >
        <p>Nothing was changed. Reload it: the server may have been updated meanwhile.</p>
        <p className="text-ink2">{error instanceof Error ? error.message : String(error)}</p>
      </Notice>
    </Page>
  );
}
