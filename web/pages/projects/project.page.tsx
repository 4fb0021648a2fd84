import { useParams, useSearch } from "@tanstack/react-router";
import { Refused } from "../../api.ts";
import { Answer } from "../../components/answer.tsx";
import { Page } from "../../components/page.tsx";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { NotFound } from "../not-found.tsx";
import { ProjectEntries } from "./project-entries.tsx";
import { ProjectView } from "./project-view.tsx";

const EVERY_MS = 30_000;

export function ProjectPage() {
  const { id } = useParams({ from: "/projects/$id" });
  const { tab } = useSearch({ from: "/projects/$id" });
  const query = useOfTeam(
    useTeam(),
    "GET /api/teams/:team/projects/:id",
    { id },
    { everyMs: EVERY_MS },
  );
  if (query.data !== undefined)
    return tab === "entries" ? (
      <ProjectEntries project={query.data.project} />
    ) : (
      <ProjectView detail={query.data} key={id} />
    );
  if (isUnknown(query.error)) return <NotFound />;
  return (
    <Page title="Project">
      <Answer query={query} what="the project">
        {() => null}
      </Answer>
    </Page>
  );
}

/** An id that is none is refused as invalid. */
function isUnknown(error: Error | null): boolean {
  return error instanceof Refused && [404, 422].includes(error.problem.status);
}
