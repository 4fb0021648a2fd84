import { Link } from "@tanstack/react-router";
import { spoken } from "../../../src/shared/words.ts";
import type { Output } from "../../api.ts";
import { Bar } from "../../components/bar.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Status } from "../../components/status.tsx";
import { useOpen } from "../../open.ts";
import { DeleteProject } from "./delete-project.tsx";
import { EditProject } from "./edit-project.tsx";
import { LatestEntries } from "./latest-entries.tsx";
import { MergeProject } from "./merge-project.tsx";
import { ProjectActions } from "./project-actions.tsx";
import { ProjectStatus, rateOf } from "./project-cells.tsx";
import { ProjectTimes } from "./project-times.tsx";
import { isOver } from "./project.ts";

export type Detail = Output<"GET /api/teams/:team/projects/:id">;

const BACK = { to: "/projects", label: "Projects" } as const;

export function ProjectView({ detail }: { readonly detail: Detail }) {
  const { project, time, latest } = detail;
  const { open, hide } = useOpen();
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
      <Figures detail={detail} />
      {project.description === null ? null : (
        <section aria-labelledby="description" className="grid gap-1">
          <h2 className="font-normal text-ink2" id="description">
            Description
          </h2>
          <p className="max-w-measure whitespace-pre-wrap">{project.description}</p>
        </section>
      )}
      <Section id="times" hint="Running timers are not counted yet." title="Time by week and month">
        <ProjectTimes id={project.id} />
      </Section>
      <LatestEntries entries={latest} all={time.entries} />
      <p>
        <Link to="/activity">See who changed what in Activity</Link>
      </p>
      {open === "edit" ? <EditProject onClose={hide} project={project} /> : null}
      {open === "merge" ? <MergeProject detail={detail} onClose={hide} /> : null}
      {open === "delete" ? <DeleteProject detail={detail} onClose={hide} /> : null}
    </Page>
  );
}

/** Tracked time against the estimate, and whose it is. */
function Figures({ detail: { project, time } }: { readonly detail: Detail }) {
  const { estimate, total_duration } = project;
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-4">
      <div className="grid content-start gap-1">
        <dt className="text-ink2">Tracked</dt>
        <dd className="text-key-figure">{spoken(total_duration)}</dd>
      </div>
      {estimate === null ? null : (
        <div className="grid content-start gap-1">
          <dt className="text-ink2">Estimate</dt>
          <dd className="text-key-figure">{spoken(estimate * 3600)}</dd>
          <dd className="grid gap-1">
            <Bar
              label="Tracked time of the estimate"
              max={estimate * 3600}
              value={total_duration}
              width="wide"
            />
            {isOver(project) ? (
              <span>
                <Status tone="warn">{spoken(total_duration - estimate * 3600)} over</Status>
              </span>
            ) : (
              <span className="text-ink2">{spoken(estimate * 3600 - total_duration)} left</span>
            )}
          </dd>
        </div>
      )}
      {time.people.length === 0 ? null : (
        <div className="grid content-start gap-1">
          <dt className="text-ink2">People</dt>
          {time.people.slice(0, 5).map(({ id, name, seconds }) => (
            <dd key={id}>
              <bdi>{name}</bdi> <span className="text-ink2">{spoken(seconds)}</span>
            </dd>
          ))}
          {time.people.length > 5 ? (
            <dd className="text-ink2">and {time.people.length - 5} more</dd>
          ) : null}
        </div>
      )}
    </dl>
  );
}
