import { Link } from "@tanstack/react-router";
import { Page, Section } from "../../components/page.tsx";
import { useOpen } from "../../open.ts";
import { useRemembered } from "../../palette/recents.ts";
import { RecordHistory } from "../activity/record-history.tsx";
import { LatestEntries } from "./latest-entries.tsx";
import { ProjectActions } from "./project-actions.tsx";
import { ProjectStatus, rateOf } from "./project-cells.tsx";
import { DeleteProject, EditProject, MergeProject } from "./project-dialogs.tsx";
import { ProjectFigures } from "./project-figures.tsx";
import { ProjectTimes } from "./project-times.tsx";
import type { Detail } from "./project.ts";

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
