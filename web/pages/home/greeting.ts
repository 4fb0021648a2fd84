export function greetingAt(now: string, timeZone: string): string {
  const hour = Number(
    new Intl.DateTimeFormat("en-GB", { hour: "2-digit", hourCycle: "h23", timeZone }).format(
      new Date(now),
    ),
  );
  if (hour < 5) return "Hello";
  if (hour >= 18) return "Good evening";
  return hour < 12 ? "Good morning" : "Good afternoon";
}

/** `Saturday, 21 November 2026` */
export function dayAt(now: string, timeZone: string): string {
  const date = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone });
  return date.format(new Date(now));
}
