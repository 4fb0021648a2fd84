import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import { api } from "../api.ts";
import { say } from "../components/toast.tsx";
import { isInDialog, isTyping, useKeyDown } from "../keyboard.ts";
import { areSingleKeysOn } from "../preferences.ts";
import { useTeam } from "../team.tsx";
import { type OwnTimer, actOnTime, useTimerActions } from "./own-timer.ts";

export const WORK_FIELD = "tracker-work";

/** Element id of the button that stops a timer, on the tracker. */
export function stopButtonId(timer: string): string {
  return `stop-${timer}`;
}

export function useNewTimer(): () => void {
  const navigate = useNavigate();
  return () => {
    const field = document.getElementById(WORK_FIELD);
    if (field?.checkVisibility() === true) field.focus();
    else void navigate({ to: "/time", search: { new: "timer" } });
  };
}

function useContinue(): () => Promise<unknown> {
  const { id: team } = useTeam();
  const { start } = useTimerActions();
  return async () =>
    actOnTime(async () => {
      const { recent } = await api("GET /api/teams/:team/timer/recent", { team });
      const [last] = recent;
      if (last === undefined) say("There is nothing to continue yet.", { tone: "quiet" });
      else await start({ project: last.project.id, description: last.description });
    });
}

/** True for a letter that the list on the page uses itself. */
export function isOfList(letter: string): boolean {
  const list = `:is([role=grid], section)[aria-keyshortcuts~="${letter.toUpperCase()}"]`;
  return document.querySelector(list) !== null;
}

/**
 * Keys on every page: N for a new timer, S stops the running one, C continues with the last work. A key
 * pressed during a change acts after it: a stopped timer is gone from the page before the server knows.
 */
export function useTimerKeys(timer: OwnTimer | undefined): void {
  const begin = useNewTimer();
  const resume = useContinue();
  const { stop, isBusy } = useTimerActions();
  const waiting = useRef<string | null>(null);
  const running = timer?.running ?? null;
  const acts: Readonly<Record<string, () => void>> = {
    n: begin,
    s: () => {
      if (running === null) say("No timer runs.", { tone: "quiet" });
      else void stop(running.id);
    },
    c: () => {
      if (running === null) void resume();
      else say(`The timer runs already, on ${running.project.name}.`, { tone: "quiet" });
    },
  };
  useKeyDown((event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.repeat || !areSingleKeysOn() || isTyping(event.target) || isInDialog()) return;
    const act = acts[event.key];
    if (act === undefined || isOfList(event.key)) return;
    event.preventDefault();
    if (isBusy) waiting.current = event.key;
    else act();
  });
  const actLater = useEffectEvent(() => {
    const key = waiting.current;
    waiting.current = null;
    if (key !== null) acts[key]?.();
  });
  useEffect(() => {
    if (!isBusy) actLater();
  }, [isBusy]);
}
