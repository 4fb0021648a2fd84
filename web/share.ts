/** Share in whole percents. Only nothing is 0 and only all is 100: 99.6 % is told as 99. */
export function shareOf(part: number, whole: number): number {
  const share = Math.round((100 * part) / whole);
  if (part > 0 && part < whole) return Math.min(99, Math.max(1, share));
  return share;
}
