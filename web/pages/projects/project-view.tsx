import { Link } from "@tanstack/react-router";
import { spoken } from "../../../src/shared/words.ts";
import { Figure, FigureLine } from "../../components/figures.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Status } from "../../components/status.tsx";
import { money } from "../../numbers.ts";
import { useOpen } from "../../open.ts";
import { useRemembered } from "../../palette/use-remembered.ts";
import { RecordHistory } from "../activity/record-history.tsx";
import { Bar } from "./bar.tsx";
import { LatestEntries } from "./latest-entries.tsx";
import { ProjectActions } from "./project-actions.tsx";
import { ProjectStatus, rateOf } from "./project-cells.tsx";
import { DeleteProject, EditProject, MergeProject } from "./project-dialogs.tsx";
import { ProjectTimes } from "./project-times.tsx";
import { type Detail, isOver, type Project } from "./project.ts";

const BACK = { to: "/projects", label: "Projects" } as const;

export function ProjectView({ detail }: { readonly detail: Detail }) {
  const { project, time, latest } = detail;
  const { open, hide } = useOpen();
  useRemembered(project.name, "Project", `/projects/${project.id}`);
  return (
    <Page
      actions={<ProjectActions project={project} />}
      back={BACK}
      heading={<bdi>{project.name}</bdi>}
      lead={
        <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
          <ProjectStatus project={project} />
          {project.customer === null ? (
            "No customer"
          ) : (
            <Link params={{ id: project.customer.id }} to="/customers/$id">
              <bdi>{project.customer.name}</bdi>
            </Link>
          )}
          <span>{rateOf(project)}</span>
        </span>
      }
      title={project.name}
    >
      <ProjectFigures detail={detail} />
      {project.description === null ? null : (
        <section aria-labelledby="description" className="grid gap-1">
          <h2 className="font-normal text-ink2" id="description">
            Description
          </h2>
          <p className="max-w-measure whitespace-pre-wrap">{project.description}</p>
        </section>
      )}
      <ProjectTimes detail={detail} />
      <LatestEntries all={time.entries} entries={latest} project={project.id} />
      <Section
        hint="The newest first. Values before and after a change are kept for 30 days."
        id="history"
        title="Activity"
      >
        <RecordHistory record={`tracker_project:${project.id}`} />
      </Section>
      {open === "edit" ? <EditProject onClose={hide} project={project} /> : null}
      {open === "merge" ? <MergeProject detail={detail} onClose={hide} /> : null}
      {open === "delete" ? <DeleteProject detail={detail} onClose={hide} /> : null}
    </Page>
  );
}

const MOST = 5;

function ProjectFigures({ detail }: { readonly detail: Detail }) {
  const { project, time, unbilled } = detail;
  const { estimate, total_duration } = project;
  const others = time.people.length - MOST;
  return (
    <FigureLine>
      <Figure name="Tracked in all">{spoken(total_duration)}</Figure>
      {unbilled === null ? null : (
        <Figure name="Unbilled">
          <Link search={{ project: project.id }} to="/projects/unbilled">
            {money(unbilled.minor, unbilled.currency)}
          </Link>
        </Figure>
      )}
      {estimate === null ? null : (
        <Figure
          below={
            <span className="grid gap-1">
              <Bar
                label={
                  isOver(project)
                    ? "Tracked time, more than the estimate"
                    : "Tracked time of the estimate"
                }
                max={estimate * 3600}
                value={total_duration}
                width="wide"
              />
              <OfEstimate left={estimate * 3600 - total_duration} project={project} />
            </span>
          }
          name="Estimate"
        >
          {spoken(estimate * 3600)}
        </Figure>
      )}
      {time.people.length < 2 ? null : (
        <Figure
          below={
            <span className="grid">
              {time.people.slice(0, MOST).map(({ id, name, seconds }) => (
                <span key={id}>
                  <bdi>{name}</bdi> {spoken(seconds)}
                </span>
              ))}
              {others > 0 ? <span>and {others} more</span> : null}
            </span>
          }
          name="People"
        >
          {time.people.length.toLocaleString("en-GB")}
        </Figure>
      )}
    </FigureLine>
  );
}

type OfEstimateProps = { readonly project: Project; readonly left: number };

/** Rest of the estimate, or time beyond it; a completed project has nothing left. */
function OfEstimate({ project, left }: OfEstimateProps) {
  const isDone = project.trackerStatus === "completed";
  if (isOver(project))
    return (
      <span>
        <Status tone="warn">{`${spoken(-left)} ${isDone ? "more than estimated" : "over"}`}</Status>
      </span>
    );
  if (!isDone) return `${spoken(left)} left`;
  return left === 0 ? "As estimated" : `${spoken(left)} less than estimated`;
}
