import { Link } from "@tanstack/react-router";
import { Lock } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { durationEcho, readDuration } from "../../../../src/shared/duration.ts";
import { Late } from "../../../components/answer.tsx";
import { Shape } from "../../../components/shapes.tsx";
import { isInQuestion, UnsavedGuard } from "../../../form/unsaved-guard.tsx";
import { hours } from "../../../numbers.ts";
import { Elapsed } from "../../../timer/elapsed.tsx";
import { type CellState, type FailedCell, isUnsavedText, waysOut } from "./use-cells.ts";
import { WEEK_ADDRESS, type Cell, newestWords } from "./week-model.ts";

type GridCellProps = {
  readonly id: string;
  /** Project and day. */
  readonly label: string;
  readonly cell: Cell;
  readonly seconds: number;
  readonly ahead: number;
  readonly state: CellState | null;
  readonly isActive: boolean;
  readonly isWeekend: boolean;
  /** Reason for which the time cannot be changed. */
  readonly why: string | null;
  /** Text with which the editor opens; null while the cell is only shown. */
  readonly edit: { readonly text: string; readonly isAll: boolean } | null;
  readonly onFocus: () => void;
  /** Opens the editor with a text; null takes the time of the cell. */
  readonly onBegin: (text: string | null) => void;
  readonly onList: () => void;
  /** Returns the reason for which the text cannot be saved, or null. */
  readonly onCommit: (text: string, move: string) => string | null;
  readonly onLeave: (text: string) => void;
  readonly onRetry: (text: string) => void;
  readonly onRevert: () => void;
};

export function GridCell(props: GridCellProps) {
  const { id, state, isActive, isWeekend, why, edit } = props;
  const isFailed = state?.kind === "failed" && edit === null;
  const ground = isWeekend ? "bg-sunken" : "";
  return (
    <td
      aria-describedby={isFailed ? `${id}-problem` : undefined}
      aria-invalid={isFailed || undefined}
      aria-readonly={why !== null || undefined}
      className={`relative h-9 ${why === null ? "cursor-text" : ""} border-s border-line p-0 text-end align-top outline-offset-[-2px] hover:bg-hover ${ground} ${isFailed ? "inset-ring-2 inset-ring-bad" : ""}`}
      id={id}
      onClick={({ target }) => {
        const isButton = target instanceof Element && target.closest("button, a") !== null;
        if (edit === null && !isButton) props.onBegin(null);
      }}
      onFocus={props.onFocus}
      tabIndex={isActive && edit === null ? 0 : -1}
      title={why ?? undefined}
    >
      {edit === null ? <Shown {...props} /> : <Editor {...props} edit={edit} />}
    </td>
  );
}

function Shown(props: GridCellProps) {
  const { cell, seconds, state, onList } = props;
  if (cell.runningSince !== null) return <Running {...props} since={cell.runningSince} />;
  if (state?.kind === "failed") return <Unsaved {...props} state={state} />;
  return (
    <span className="grid min-h-9 content-start px-2 py-1 leading-4.5">
      <span className="flex items-center justify-end gap-1.5">
        <CellLabel {...props} />
        {state?.kind === "saving" ? (
          <Late>
            <span className="text-caption text-ink2">Saving</span>
          </Late>
        ) : null}
        {state?.kind === "saved" ? (
          <span className="text-good" title="Saved">
            <Shape tone="good" />
          </span>
        ) : null}
        {cell.invoice === null ? null : (
          <Lock aria-hidden className="shrink-0 text-ink2" size={14} strokeWidth={1.5} />
        )}
        {seconds === 0 ? <span className="sr-only">no time</span> : hours(seconds)}
      </span>
      {cell.invoice === null ? (
        <Entries count={cell.entries} onList={onList} />
      ) : (
        <HeldBy invoice={cell.invoice} />
      )}
    </span>
  );
}

/** Leads to the invoice that has time of the cell. Enter lists the entries. */
function HeldBy({ invoice: { id, number } }: { readonly invoice: NonNullable<Cell["invoice"]> }) {
  return (
    <Link
      className="-my-1 inline-block min-h-6 truncate text-end text-caption"
      params={{ id }}
      tabIndex={-1}
      to="/invoices/$id"
    >
      <span className="sr-only">, on </span>
      {number ?? "Draft invoice"}
    </Link>
  );
}

/** Project and day before the words of the cell, for its name. */
function CellLabel({ label }: Pick<GridCellProps, "label">) {
  return <span className="sr-only">{label}: </span>;
}

type RunningProps = GridCellProps & { readonly since: string };

function Running({ label, cell, seconds, ahead, since, onList }: RunningProps) {
  return (
    <span className="grid min-h-9 content-start px-2 py-1 leading-4.5">
      <span>
        <CellLabel label={label} />
        {seconds === 0 ? null : `${hours(seconds)} + `}
        <Elapsed ahead={ahead} start={since} />
      </span>
      <span className="text-caption text-ink2">Running</span>
      <Entries count={cell.entries} onList={onList} />
    </span>
  );
}

type UnsavedProps = GridCellProps & { readonly state: FailedCell };

function Unsaved({ id, label, state, onBegin, onRetry, onRevert }: UnsavedProps) {
  return (
    <span className="grid min-h-9 content-start px-2 py-1 leading-4.5">
      <span>
        <span className="sr-only">{label}, not saved: </span>
        {state.text}
      </span>
      <span
        className="absolute end-0 top-full z-20 grid w-60 gap-2 rounded-panel border border-bad bg-surface p-2 text-start shadow-popover"
        id={`${id}-problem`}
        role="alert"
      >
        <span className="font-medium text-bad">{state.problem}</span>
        <span className="flex gap-2">
          <SmallButton
            onPress={() => (state.isUnread === true ? onBegin(state.text) : onRetry(state.text))}
          >
            {waysOut(state).again}
          </SmallButton>
          <SmallButton onPress={onRevert}>{waysOut(state).back}</SmallButton>
        </span>
      </span>
    </span>
  );
}

function Entries({ count, onList }: { readonly count: number; readonly onList: () => void }) {
  if (count < 2) return null;
  return (
    <button
      className="-my-1 min-h-6 cursor-pointer text-end text-caption text-ink2 underline"
      onClick={onList}
      tabIndex={-1}
      type="button"
    >
      {count} entries
    </button>
  );
}

type SmallButtonProps = { readonly onPress: () => void; readonly children: string };

function SmallButton({ onPress, children }: SmallButtonProps) {
  return (
    <button
      className="min-h-8 cursor-pointer rounded-control border border-edge bg-surface px-2 font-medium hover:bg-hover"
      onClick={onPress}
      type="button"
    >
      {children}
    </button>
  );
}

type EditorProps = GridCellProps & { readonly edit: NonNullable<GridCellProps["edit"]> };

function Editor({ id, label, cell, seconds, edit, ...on }: EditorProps) {
  const [text, setText] = useState(edit.text);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    input.current?.focus();
    if (edit.isAll) input.current?.select();
  }, [edit.isAll]);
  const commit = (move: string): boolean => {
    const refused = on.onCommit(text, move);
    setProblem(refused);
    isDone.current = refused === null;
    return refused === null;
  };
  const press = (event: KeyboardEvent) => {
    event.stopPropagation();
    const { key, shiftKey } = event;
    if (key === "Escape") {
      isDone.current = true;
      on.onRevert();
    } else if (key === "Enter" || key === "Tab") {
      event.preventDefault();
      commit(shiftKey ? `Shift+${key}` : key);
    }
  };
  return (
    <>
      <UnsavedGuard also={WEEK_ADDRESS} isUnsaved={isUnsavedText(text, seconds)} />
      <input
        aria-describedby={`${id}-echo`}
        aria-invalid={problem !== null || undefined}
        aria-label={label}
        autoComplete="off"
        className="min-h-9 w-full bg-surface px-2 text-end text-ink"
        inputMode="text"
        maxLength={200}
        onBlur={({ relatedTarget, currentTarget }) => {
          if (isDone.current || !document.hasFocus()) return;
          if (!isInQuestion(relatedTarget, currentTarget)) on.onLeave(text);
        }}
        onChange={({ target }) => {
          setProblem(null);
          setText(target.value);
        }}
        onKeyDown={press}
        ref={input}
        spellCheck={false}
        value={text}
      />
      <Echo cell={cell} id={id} problem={problem} text={text} />
    </>
  );
}

type EchoProps = Pick<GridCellProps, "id" | "cell"> & {
  readonly text: string;
  readonly problem: string | null;
};

/** The typed time as it was read, or the reason for which it cannot be saved. */
function Echo({ id, cell, text, problem }: EchoProps) {
  const reading = readDuration(text, { from: cell.seconds });
  const newest = newestWords(cell, reading.state === "read" ? reading.value.seconds : null);
  const hint =
    problem ??
    (reading.state === "read" ? `= ${durationEcho(reading.value)}` : null) ??
    "1h30, 1:30, 1.5 or 9-10:30";
  return (
    <output
      className={`absolute end-0 top-full z-20 w-max max-w-60 rounded-panel border bg-surface px-2 py-1 text-start shadow-popover ${problem === null ? "border-line text-ink2" : "border-bad font-medium text-bad"}`}
      id={`${id}-echo`}
    >
      {hint}
      {newest === null ? null : <span className="block">{newest}</span>}
    </output>
  );
}
