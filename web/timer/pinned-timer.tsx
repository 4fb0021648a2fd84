import { Link, useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { dayIn } from "../../src/shared/time.ts";
import { Button } from "../components/button.tsx";
import { Shape } from "../components/shapes.tsx";
import { shortDay } from "../dates.ts";
import { setTimerTitle } from "../window.ts";
import { shortElapsed, useSecondsSince } from "./clock.ts";
import { Elapsed } from "./elapsed.tsx";
import { type RunningTimer, useOtherTabs, useOwnTimer, useTimerActions } from "./own-timer.ts";
import { useTimerKeys } from "./timer-keys.ts";

export function PinnedTimer() {
  const timer = useOwnTimer();
  useOtherTabs();
  useTimerKeys(timer);
  if (timer === undefined) return null;
  const { running, forgotten, ahead } = timer;
  const [oldest] = forgotten;
  if (running !== null) return <Running ahead={ahead} timer={running} />;
  return oldest === undefined ? null : <Forgotten timer={oldest} />;
}

type TimerProps = { readonly timer: RunningTimer };

function Running({ timer, ahead }: TimerProps & { readonly ahead: number }) {
  const { id, start, project, description } = timer;
  const { stop, isBusy } = useTimerActions();
  const isOnTracker = useLocation({
    select: ({ pathname, search }) => pathname === "/time" && search["person"] === undefined,
  });
  const title = <TabTitle ahead={ahead} project={project.name} start={start} />;
  // The tracker itself shows the timer with its Stop.
  if (isOnTracker) return title;
  return (
    <section aria-label="Running timer" className="pinned-timer">
      {title}
      <Link
        className="grid min-h-11 min-w-0 flex-1 content-center text-ink no-underline hover:underline md:min-h-9 md:basis-full"
        to="/time"
      >
        <span className="flex items-baseline gap-2">
          <span aria-hidden className="size-2 shrink-0 rounded-full bg-bad" />
          <span className="font-semibold tabular-nums">
            <Elapsed ahead={ahead} start={start} />
          </span>
          {timer.isDoubtful ? <span className="text-caption text-warn">Still working?</span> : null}
        </span>
        <bdi className="truncate text-small text-ink2">
          {description === null ? project.name : `${project.name} · ${description}`}
        </bdi>
      </Link>
      <div className="grid md:grow">
        <Button aria-keyshortcuts="S" isBusy={isBusy} onClick={() => void stop(id)}>
          Stop
        </Button>
      </div>
    </section>
  );
}

type TabTitleProps = { readonly start: string; readonly ahead: number; readonly project: string };

function TabTitle({ start, ahead, project }: TabTitleProps) {
  useTimerTitle(`▶ ${shortElapsed(useSecondsSince(start, ahead))} · ${project}`);
  return null;
}

function Forgotten({ timer }: TimerProps) {
  const day = shortDay(dayIn(timer.timeZone, timer.start));
  return (
    <section
      aria-label="Forgotten timer"
      className="flex gap-2 bg-warn-soft text-warn max-md:px-4 max-md:py-2 md:rounded-control md:p-2"
    >
      <span className="pt-0.5">
        <Shape tone="warn" />
      </span>
      <Link className="min-w-0 text-warn underline" to="/time">
        A timer runs since {day}: <bdi>{timer.project.name}</bdi>
      </Link>
    </section>
  );
}

/** Shows a running timer in the browser's tab: time and project in the title, a dot on the icon. */
function useTimerTitle(title: string | null): void {
  useEffect(() => {
    setTimerTitle(title);
    showIcon(title !== null);
    return () => {
      setTimerTitle(null);
      showIcon(false);
    };
  }, [title]);
}

function showIcon(isRunning: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const { running } = icon?.dataset ?? {};
  if (icon === null || running === undefined) return;
  icon.dataset["plain"] ??= icon.getAttribute("href") ?? "";
  icon.setAttribute("href", isRunning ? running : icon.dataset["plain"]);
}
