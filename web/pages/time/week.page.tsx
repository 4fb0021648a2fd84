import { useNavigate, useSearch } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { addDays, mondayOf } from "../../../src/shared/calendar.ts";
import { Answer, Empty } from "../../components/answer.tsx";
import { Button, IconButton } from "../../components/button.tsx";
import { Page } from "../../components/page.tsx";
import { dayIn, shortDay } from "../../days.ts";
import { ComboboxField } from "../../form/combobox-field.tsx";
import { useIsNarrow } from "../../narrow.ts";
import { useOpen } from "../../open.ts";
import { useMe, useNow, useOfTeam } from "../../queries.ts";
import { leads, useTeam } from "../../team.tsx";
import { useOwnTimer } from "../../timer/own-timer.ts";
import { PersonChoice } from "./person-choice.tsx";
import { projectsOf, type TrackedProject, useChoice } from "./projects.ts";
import { TimeTabs } from "./time-tabs.tsx";
import { usePeriodKeys } from "./use-period-keys.ts";
import { useAddedRows } from "./week/added-rows.ts";
import { CellDialog } from "./week/cell-dialog.tsx";
import { CopyDialog } from "./week/copy-dialog.tsx";
import { DayStrip } from "./week/day-strip.tsx";
import { useCells } from "./week/use-cells.ts";
import { gridCellId, WeekGrid } from "./week/week-grid.tsx";
import { mondayOfWeek, rowsOf, type Week, type WeekRow, weekNameOf } from "./week/week-model.ts";

export function WeekPage() {
  const { user } = useMe();
  const team = useTeam();
  const navigate = useNavigate();
  const { show } = useOpen();
  const today = dayIn(user.timeZone, useNow());
  const search = useSearch({ from: "/time/week" });
  const person = leads(team) ? search["person"] : undefined;
  const monday = mondayOfWeek(search["week"] ?? "") ?? mondayOf(today);
  const open = (day: string, of: string | undefined) => {
    const week = mondayOf(day) === mondayOf(today) ? {} : { week: weekNameOf(day) };
    const whose = of === undefined ? {} : { person: of };
    void navigate({ to: "/time/week", search: { ...week, ...whose }, resetScroll: false });
  };
  usePeriodKeys((weeks) => open(weeks === null ? today : addDays(monday, 7 * weeks), person));
  const given = { day: monday, ...(person === undefined ? {} : { person }) };
  const query = useOfTeam(team, "GET /api/teams/:team/week", given);
  return (
    <Page
      actions={
        <>
          {leads(team) ? (
            <PersonChoice label="Week of" onChange={(of) => open(monday, of)} person={person} />
          ) : null}
          <Button onClick={() => show("copy")}>Copy last week…</Button>
        </>
      }
      lead={`${shortDay(monday)} to ${shortDay(addDays(monday, 6))}`}
      title={`Week ${Number(weekNameOf(monday).slice(6))}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <TimeTabs />
        <div className="flex items-center gap-1">
          <IconButton label="Previous week" onClick={() => open(addDays(monday, -7), person)}>
            <ChevronLeft aria-hidden size={20} strokeWidth={1.5} />
          </IconButton>
          <Button kind="quiet" onClick={() => open(today, person)}>
            This week
          </Button>
          <IconButton label="Next week" onClick={() => open(addDays(monday, 7), person)}>
            <ChevronRight aria-hidden size={20} strokeWidth={1.5} />
          </IconButton>
        </div>
      </div>
      <Answer query={query} what="the week">
        {(week) => <Content key={`${week.from} ${week.person.id}`} person={person} week={week} />}
      </Answer>
    </Page>
  );
}

type ContentProps = { readonly week: Week; readonly person: string | undefined };

function Content({ week, person }: ContentProps) {
  const team = useTeam();
  const isNarrow = useIsNarrow();
  const ahead = useOwnTimer()?.ahead ?? 0;
  const { open, hide } = useOpen();
  const [listed, setListed] = useState<{ row: WeekRow; day: string } | null>(null);
  const added = useAddedRows(`${week.from} ${week.person.id}`);
  const whose = person === undefined ? {} : { person };
  const cells = useCells({ team: team.id, day: week.from, ...whose });
  const rows = rowsOf(week, added.rows);
  const parts = {
    ahead,
    cells,
    onList: (row: WeekRow, day: string) => setListed({ row, day }),
    rows,
    week,
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {rows.length === 0 ? (
        <Empty title="No time in this week yet">
          Add a project below, or copy the rows of last week with the button above.
        </Empty>
      ) : isNarrow ? (
        <DayStrip {...parts} />
      ) : (
        <WeekGrid {...parts} />
      )}
      {rows.some(({ cells }) => cells.some(({ runningSince }) => runningSince !== null)) ? (
        <p className="text-end text-ink2">Totals leave out the running timer.</p>
      ) : null}
      <AddRow onAdd={(project) => added.add([project])} />
      {isNarrow ? null : (
        <p className="max-w-measure text-caption text-ink3">
          Arrows move, typing replaces, Enter or F2 edits. Enter saves and goes down, Tab saves and
          goes right, Esc takes back what was typed. Alt and ← or → change the week, T is this week.
        </p>
      )}
      {open === "copy" ? (
        <CopyDialog
          from={addDays(week.from, -7)}
          onClose={hide}
          onRows={(projects) => {
            added.add(projects);
            focusFirstCell();
          }}
          person={person}
          to={week.from}
        />
      ) : null}
      {listed === null ? null : (
        <CellDialog
          day={listed.day}
          onClose={() => setListed(null)}
          person={person}
          project={listed.row.project}
          today={week.today}
        />
      )}
    </div>
  );
}

/** After the dialog has given the focus back. */
function focusFirstCell(): void {
  setTimeout(() => document.getElementById(gridCellId({ row: 0, column: 0 }))?.focus(), 200);
}

function AddRow({ onAdd }: { readonly onAdd: (project: TrackedProject) => void }) {
  const team = useTeam();
  const [met, setMet] = useState<readonly TrackedProject[]>([]);
  const projects = projectsOf(team.id);
  const { field } = useChoice("add-row");
  const choose = (id: string) => {
    const project = met.find((project) => project.id === id);
    if (project !== undefined) onAdd(project);
  };
  const meet = (value: string, label: string, hint: string | undefined) => ({
    id: value,
    name: label,
    customer: hint ?? null,
  });
  return (
    <div className="max-w-80">
      <ComboboxField
        create={async (name) => {
          const made = await projects.create(name);
          setMet((met) => [...met, meet(made.value, made.label, undefined)]);
          onAdd(meet(made.value, made.label, undefined));
          return made;
        }}
        field={{ ...field, set: choose }}
        label="Add a row"
        nothing={projects.nothing}
        placeholder="Find or create a project"
        search={async (text) => {
          const found = await projects.search(text);
          setMet(found.map(({ value, label, hint }) => meet(value, label, hint)));
          return found;
        }}
      />
    </div>
  );
}
