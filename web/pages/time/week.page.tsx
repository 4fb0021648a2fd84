import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { addDays, mondayOf } from "../../../src/shared/calendar.ts";
import { dayIn } from "../../../src/shared/time.ts";
import { Answer, Empty } from "../../components/answer.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { MenuItem, NarrowMenu } from "../../components/menu.tsx";
import { Page } from "../../components/page.tsx";
import { dayRange, dayWords } from "../../dates.ts";
import { ComboboxField } from "../../form/combobox-field.tsx";
import { UnsavedGuard } from "../../form/unsaved-guard.tsx";
import { useOpen } from "../../open.ts";
import { useMe, useNow, useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { useOwnTimer } from "../../timer/own-timer.ts";
import { useHasRoomForWeek } from "../../window.ts";
import { EntryRow } from "./entries/entry-row.tsx";
import { PeriodKeys, PeriodNav, usePeriodKeys } from "./period-nav.tsx";
import { projectsOf, type TrackedProject, useChoice } from "./projects.ts";
import { TimeTabs } from "./time-tabs.tsx";
import { CopyDialog } from "./week/copy-dialog.tsx";
import { DayStrip } from "./week/day-strip.tsx";
import { useCells } from "./week/use-cells.ts";
import { focusedCell, WeekGrid } from "./week/week-grid.tsx";
import {
  WEEK_ADDRESS,
  mondayOfWeek,
  type Place,
  weekRows,
  type Week,
  weekNameOf,
  type WeekRow,
} from "./week/week-model.ts";
import { PersonChoice, ReadOnlyNote, useWhose } from "./whose.tsx";

export function WeekPage() {
  const { user } = useMe();
  const team = useTeam();
  const navigate = useNavigate();
  const { show } = useOpen();
  const today = dayIn(user.timeZone, useNow());
  const search = useSearch({ from: "/time/week" });
  const { person, isReadOnly } = useWhose(search["person"]);
  const asked = search["week"];
  const monday = mondayOfWeek(asked ?? "") ?? mondayOf(today);
  const open = (day: string, of: string | undefined) => {
    const week = mondayOf(day) === mondayOf(today) ? {} : { week: weekNameOf(day) };
    const whose = of === undefined ? {} : { person: of };
    void navigate({ to: "/time/week", search: { ...week, ...whose }, resetScroll: false });
  };
  // Corrects an address with a day, or with no valid week.
  const isCorrect = asked === undefined || asked === weekNameOf(monday);
  useEffect(() => {
    if (isCorrect) return;
    const named = { ...search, week: weekNameOf(monday) };
    void navigate({ to: "/time/week", search: named, replace: true, resetScroll: false });
  }, [isCorrect, monday, navigate, search]);
  const [start, setStart] = useState<Place | null>(null);
  const go = (weeks: number | null) => {
    setStart(focusedCell());
    open(weeks === null ? today : addDays(monday, 7 * weeks), person);
  };
  usePeriodKeys(go);
  const query = useOfTeam(team, "GET /api/teams/:team/week", { day: monday, person });
  return (
    <Page
      actions={
        <>
          <PersonChoice label="Week of" onChange={(of) => open(monday, of)} person={person} />
          {isReadOnly ? null : (
            <>
              <span className="contents max-sm:hidden">
                <Button onClick={() => show("copy")}>Copy last week…</Button>
              </span>
              <NarrowMenu label="More on the week">
                <MenuItem onPress={() => show("copy")}>Copy last week…</MenuItem>
              </NarrowMenu>
            </>
          )}
        </>
      }
      tabs={<TimeTabs />}
      title={`Week ${Number(weekNameOf(monday).slice(6))}`}
    >
      {isReadOnly ? <ReadOnlyNote /> : null}
      <PeriodNav
        days={dayRange(monday, addDays(monday, 6))}
        now="This week"
        onGo={go}
        what="week"
      />
      <Answer query={query} what="the week">
        {(week) => (
          <Content
            isReadOnly={isReadOnly}
            key={weekKey(week)}
            person={person}
            start={start}
            week={week}
          />
        )}
      </Answer>
    </Page>
  );
}

type ContentProps = {
  readonly week: Week;
  readonly person: string | undefined;
  readonly isReadOnly: boolean;
  /** Cell of the week before that had the focus. */
  readonly start: Place | null;
};

function Content({ week, person, isReadOnly, start }: ContentProps) {
  const team = useTeam();
  const isNarrow = useIsNarrowBetweenTexts();
  const ahead = useOwnTimer()?.ahead ?? 0;
  const { open, hide } = useOpen();
  const [listed, setListed] = useState<{ row: WeekRow; day: string } | null>(null);
  const added = useAddedRows(weekKey(week));
  const cells = useCells({ team: team.id, day: week.from, person });
  const rows = weekRows(week, added.rows);
  useEffect(() => {
    if (start === null) return;
    const cell = document.querySelector<HTMLElement>("td[tabindex='0']");
    (cell ?? document.querySelector("h1"))?.focus();
  }, [start]);
  const parts = {
    ahead,
    cells,
    isReadOnly,
    onList: (row: WeekRow, day: string) => setListed({ row, day }),
    rows,
    week,
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <UnsavedGuard also={WEEK_ADDRESS} isSaving={cells.isSaving} isUnsaved={cells.hasFailed} />
      {rows.length === 0 ? (
        <NoRows isReadOnly={isReadOnly} />
      ) : isNarrow ? (
        <DayStrip {...parts} />
      ) : (
        <WeekGrid {...parts} start={start} />
      )}
      {rows.some(({ cells }) => cells.some(({ runningSince }) => runningSince !== null)) ? (
        <p className="text-end text-ink2">Totals leave out the running timer.</p>
      ) : null}
      {isReadOnly ? null : <AddRow onAdd={(project) => added.add([project])} />}
      <PeriodKeys keys={isReadOnly ? [] : KEYS} now="This week" what="week" />
      {open === "copy" && !isReadOnly ? (
        <CopyDialog
          from={addDays(week.from, -7)}
          onClose={hide}
          onRows={added.add}
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

function NoRows({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const { show } = useOpen();
  if (isReadOnly) return <Empty title="No time in this week yet" />;
  return (
    <Empty
      action={<Button onClick={() => show("copy")}>Copy last week…</Button>}
      title="No time in this week yet"
    >
      Add a project below, or copy the rows of last week.
    </Empty>
  );
}

function weekKey({ from, person }: Week): string {
  return `${from} ${person.id}`;
}

/** True on narrow screens. When the window changes, an open text is left first, which saves it. */
function useIsNarrowBetweenTexts(): boolean {
  const isNarrow = !useHasRoomForWeek();
  const [shown, setShown] = useState(isNarrow);
  useEffect(() => {
    if (shown === isNarrow) return undefined;
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
    const frame = requestAnimationFrame(() => setShown(isNarrow));
    return () => cancelAnimationFrame(frame);
  }, [isNarrow, shown]);
  return shown;
}

const KEYS = [
  ["Enter", "edits, saves"],
  ["Esc", "takes back"],
  ["Delete", "clears"],
] as const;

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
    <div className="sm:max-w-80">
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

/** Added rows without time. They last as long as the tab. */
function useAddedRows(week: string) {
  const name = `week-rows ${week}`;
  const [kept, setKept] = useState(() => ({ name, rows: read(name) }));
  if (kept.name !== name) setKept({ name, rows: read(name) });
  const add = (projects: readonly TrackedProject[]) => {
    const known = new Set(kept.rows.map(({ id }) => id));
    const rows = [...kept.rows, ...projects.filter(({ id }) => !known.has(id))];
    sessionStorage.setItem(name, JSON.stringify(rows));
    setKept({ name, rows });
  };
  return { rows: kept.rows, add } as const;
}

function read(name: string): readonly TrackedProject[] {
  const rows: unknown = JSON.parse(sessionStorage.getItem(name) ?? "[]");
  return Array.isArray(rows) ? rows.filter(isProject) : [];
}

function isProject(row: unknown): row is TrackedProject {
  return typeof row === "object" && row !== null && "id" in row && "name" in row;
}

type CellDialogProps = {
  readonly project: TrackedProject;
  readonly day: string;
  readonly today: string;
  readonly person: string | undefined;
  readonly onClose: () => void;
};

function CellDialog({ project, day, today, person, onClose }: CellDialogProps) {
  const team = useTeam();
  const ahead = useOwnTimer()?.ahead ?? 0;
  const range = { from: day, to: day, person };
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
