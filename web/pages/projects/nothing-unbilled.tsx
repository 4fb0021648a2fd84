import { Empty } from "../../components/answer.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";

const TO_PROJECTS = <ButtonLink to="/projects">See the projects</ButtonLink>;

/** Says what is missing: a project that is billed by the hour, or time on one. */
export function NothingUnbilled() {
  const { data } = useOfTeam(useTeam(), "GET /api/teams/:team/projects/unbilled", { limit: 1 });
  if (data === undefined) return null;
  return data.totals?.has_billable === true ? (
    <Empty action={TO_PROJECTS} title="No billable time is tracked yet">
      Time on your billable projects adds up here as soon as it is tracked.
    </Empty>
  ) : (
    <Empty action={TO_PROJECTS} title="No project is billed by the hour yet">
      Time adds up here once its project is billable and has a rate per hour. A project gets both
      under Edit.
    </Empty>
  );
}
