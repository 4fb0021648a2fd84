import { useParams } from "@tanstack/react-router";
import { Answer } from "../../components/answer.tsx";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { ProjectView } from "./project-view.tsx";

const EVERY_MS = 30_000;

export function ProjectPage() {
  const { id } = useParams({ from: "/projects/$id" });
  const query = useOfTeam(
    useTeam(),
    "GET /api/teams/:team/projects/:id",
    { id },
    { everyMs: EVERY_MS },
  );
  return (
    <Answer query={query} what="the project">
      {(detail) => <ProjectView detail={detail} key={id} />}
    </Answer>
  );
}
