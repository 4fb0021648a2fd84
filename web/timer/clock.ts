import { useEffect, useState } from "react";
import { formatOf } from "../dates.ts";

/** `1:05:09`, and `0:05:09` below an hour: no minutes are read as hours. */
export function elapsedText(seconds: number): string {
  const { hours, minutes, rest } = partsOf(seconds);
  return `${hours}:${two(minutes)}:${two(rest)}`;
}

export function shortElapsed(seconds: number): string {
  const { hours, minutes } = partsOf(seconds);
  return `${hours}:${two(minutes)}`;
}

function partsOf(seconds: number) {
  const whole = Math.max(0, Math.floor(seconds));
  return {
    hours: Math.floor(whole / 3600),
    minutes: Math.floor(whole / 60) % 60,
    rest: whole % 60,
  };
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

/** Minutes after midnight on the clocks of a time zone. */
export function minutesIn(timeZone: string, at: string): number {
  const format = formatOf("en-GB", { timeStyle: "short", hourCycle: "h23", timeZone });
  const [hours = 0, minutes = 0] = format.format(new Date(at)).split(":").map(Number);
  return 60 * hours + minutes;
}

/**
 * Seconds since a moment by the server's clock, which is `ahead` milliseconds ahead of this device's.
 * Computed anew each second: a page that slept is right at once.
 */
export function useSecondsSince(start: string, ahead: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, 1000);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, []);
  return Math.max(0, (now + ahead - Date.parse(start)) / 1000);
}
