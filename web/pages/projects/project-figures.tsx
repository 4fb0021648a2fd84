import { Link } from "@tanstack/react-router";
import { spoken } from "../../../src/shared/words.ts";
import { Figure, FigureLine } from "../../components/figures.tsx";
import { Status } from "../../components/status.tsx";
import { money } from "../../numbers.ts";
import { Bar } from "./bar.tsx";
import { InvoiceHoursButton } from "./invoice-hours-button.tsx";
import { type Detail, isOver, type Project } from "./project.ts";

const MOST = 5;

export function ProjectFigures({ detail }: { readonly detail: Detail }) {
  const { project, time, unbilled } = detail;
  const { estimate, total_duration } = project;
  const others = time.people.length - MOST;
  return (
    <FigureLine>
      <Figure name="Tracked in all">{spoken(total_duration)}</Figure>
      {unbilled === null ? null : (
        <Figure
          below={
            project.customer === null ? null : (
              <InvoiceHoursButton
                currency={unbilled.currency}
                customer={project.customer}
                kind="quiet"
                project={project.id}
              >
                Invoice the hours…
              </InvoiceHoursButton>
            )
          }
          name="Unbilled"
        >
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
