import { Answer, Empty } from "../../../components/answer.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { dayWords } from "../../../dates.ts";
import { useOfTeam } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { useOwnTimer } from "../../../timer/own-timer.ts";
import { EntryRow } from "../entries/entry-row.tsx";
import type { TrackedProject } from "../projects.ts";

type CellDialogProps = {
  readonly project: TrackedProject;
  readonly day: string;
  readonly today: string;
  readonly person: string | undefined;
  readonly onClose: () => void;
};

/** The entries of a cell, each to be changed by itself. */
export function CellDialog({ project, day, today, person, onClose }: CellDialogProps) {
  const team = useTeam();
  const ahead = useOwnTimer()?.ahead ?? 0;
  const range = { from: day, to: day, ...(person === undefined ? {} : { person }) };
  const query = useOfTeam(team, "GET /api/teams/:team/entries", range);
  return (
    <Dialog
      description={dayWords(day, today)}
      isOpen
      onClose={onClose}
      size="wide"
      title={project.name}
    >
      <Answer query={query} what="the entries">
        {({ entries }) => {
          const own = entries.filter((entry) => entry.project.id === project.id);
          if (own.length === 0) return <Empty title="No entries are left here" />;
          return (
            <ul aria-label="Entries" className="@container divide-y divide-line">
              {own.map((entry) => (
                <EntryRow ahead={ahead} entry={entry} isOverlapping={false} key={entry.id} />
              ))}
            </ul>
          );
        }}
      </Answer>
    </Dialog>
  );
}
