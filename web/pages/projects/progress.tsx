import { Bar } from "../../components/bar.tsx";
import { Shape } from "../../components/shapes.tsx";
import { hours } from "../../hours.ts";
import { estimated, isOver, type Project } from "./project.ts";

/** Tracked time against the estimate: the figures, with a small bar where there is an estimate. */
export function Progress({ project }: { readonly project: Project }) {
  const { estimate, total_duration } = project;
  if (estimate === null) return <>{hours(total_duration)}</>;
  return (
    <span className="inline-flex items-center justify-end gap-2 whitespace-nowrap">
      {isOver(project) ? (
        <span className="inline-flex items-center gap-1 text-warn">
          <Shape tone="warn" />
          Over<span className="sr-only"> the estimate: </span>
        </span>
      ) : null}
      <span>
        {hours(total_duration)} <span className="text-ink2">of {estimated(estimate)}</span>
      </span>
      <span className="inline-flex max-sm:hidden">
        <Bar max={estimate * 3600} value={total_duration} width="narrow" />
      </span>
    </span>
  );
}
