import type { ErrorComponentProps } from "@tanstack/react-router";
import { useState } from "react";
import { reach, Refused } from "../api.ts";
import { Button } from "../components/button.tsx";
import { Page } from "../components/page.tsx";
import { Notice, Reference } from "../components/status.tsx";

export function PageFailure({ error }: ErrorComponentProps) {
  const [isBusy, setIsBusy] = useState(false);
  // A reload without a server would leave nothing of the app.
  const reload = async () => {
    setIsBusy(true);
    await reach().then(
      () => window.location.reload(),
      () => undefined,
    );
    setIsBusy(false);
  };
  return (
    <Page title={error instanceof Refused ? "This page could not be loaded" : "This page failed"}>
      <Notice
        actions={
          <Button isBusy={isBusy} onClick={() => void reload()}>
            Reload the page
          </Button>
        }
        tone="bad"
      >
        <Reason error={error} />
      </Notice>
    </Page>
  );
}

function Reason({ error }: Pick<ErrorComponentProps, "error">) {
  if (error instanceof Refused)
    return (
      <>
        <p>
          {error.problem.title} {error.problem.detail}
        </p>
        <Reference of={error.problem} />
      </>
    );
  return (
    <>
      <p>Nothing was changed. Reload it: the server may have been updated meanwhile.</p>
      <p className="text-ink2">{error instanceof Error ? error.message : String(error)}</p>
    </>
  );
}
