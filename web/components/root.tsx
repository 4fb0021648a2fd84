import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { meQuery } from "../queries.ts";
import { TeamChoice } from "../team.tsx";
import { Answer, FailureNote } from "./answer.tsx";
import { FRAME_LOOKS } from "./frame.tsx";
import { Shell } from "./shell.tsx";

const NoTeam = lazy(async () =>
  import("../pages/no-team.tsx").then(({ NoTeam }) => ({ default: NoTeam })),
);

export function Root() {
  const me = useQuery(meQuery);
  if (me.data === undefined && me.error !== null)
    return (
      <main className="mx-auto grid max-w-settings gap-4 px-4 py-8">
        <h1 className={FRAME_LOOKS.title}>Ledgerport</h1>
        <FailureNote error={me.error} onRetry={() => void me.refetch()} what="your account" />
      </main>
    );
  return (
    <Answer query={me} what="your account">
      {() => (
        <TeamChoice
          otherwise={
            <Suspense>
              <NoTeam />
            </Suspense>
          }
        >
          <Shell />
        </TeamChoice>
      )}
    </Answer>
  );
}
