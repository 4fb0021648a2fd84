/** `1:30`, `1,204:30`: tracked time in grids, lists and charts. In sentences it is `spoken`. */
export function hours(seconds: number): string {
  if (seconds > 0 && seconds < 60) return "< 0:01";
  const minutes = Math.floor(seconds / 60);
  const whole = Math.floor(minutes / 60).toLocaleString("en-GB");
  return `${whole}:${String(minutes % 60).padStart(2, "0")}`;
}

/** The same of a value in hours, as charts have it. */
export function chartHours(value: number): string {
  return hours(Math.round(value * 3600));
}
