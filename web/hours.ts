/** `1,204 h 30`, `45 min`: tracked time in a column. */
export function hours(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const [whole, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (whole === 0) return rest === 0 && seconds > 0 ? "< 1 min" : `${rest} min`;
  const told = `${whole.toLocaleString("en-GB")} h`;
  return rest === 0 ? told : `${told} ${String(rest).padStart(2, "0")}`;
}
