const STEPS = [1, 2, 5, 10] as const;

/** Round values of the vertical axis, which enclose the data and zero. */
export function ticksFor(values: readonly number[], most = 4): readonly number[] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const step = stepFor((high - low || 1) / most);
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

function stepFor(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = STEPS.find((step) => step * power >= least) ?? 10;
  return factor * power;
}
