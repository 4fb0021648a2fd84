import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { meQuery } from "../queries.ts";
import { TeamChoice } from "../team.tsx";
import { Answer } from "./answer.tsx";
import { Shell } from "./shell.tsx";

const NoTeam = lazy(async () =>
  import("../pages/no-team.tsx").then(({ NoTeam }) => ({ default: NoTeam })),
);

export function Root() {
  const me = useQuery(meQuery);
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
