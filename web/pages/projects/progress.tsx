import { Shape } from "../../components/shapes.tsx";
import { hours } from "../../numbers.ts";
import { Bar } from "./bar.tsx";
import { None } from "./project-cells.tsx";
import { estimated, isOver, type Project } from "./project.ts";

/** The estimate, with a small bar of the tracked time, or the time beyond it in words. */
export function Progress({ project }: { readonly project: Project }) {
  const { estimate, total_duration } = project;
  if (estimate === null)
    return (
      <span className="max-sm:hidden">
        <None />
      </span>
    );
  return (
    <span className="inline-flex items-center justify-end gap-2 whitespace-nowrap">
      {isOver(project) ? (
        <span className="inline-flex items-center gap-1 text-warn">
          <Shape tone="warn" />
          {hours(total_duration - estimate * 3600)} over
          <span className="sr-only"> the estimate</span>
        </span>
      ) : (
        <span className="inline-flex max-sm:hidden">
          <Bar max={estimate * 3600} value={total_duration} width="narrow" />
        </span>
      )}
      <span className="text-ink2 sm:min-w-16">
        of <span className="tabular-nums">{estimated(estimate)}</span>
      </span>
    </span>
  );
}
