export type Chance = {
  /** A whole number, both ends included. */
  readonly between: (least: number, most: number) => number;
  readonly pick: <T>(items: readonly T[]) => T;
  /** True with this probability, from 0 to 1. */
  readonly often: (share: number) => boolean;
};

/** Mulberry32: 32 bits of state are enough for examples, and useless for secrets. */
export function chanceOf(seed: number): Chance {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    between,
    pick: (items) => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new RangeError("there is nothing to pick from");
      return item;
    },
    often: (share) => next() < share,
  };
}
