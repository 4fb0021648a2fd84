/** Exact number: a numerator over a denominator above zero. */
export type Fraction = { readonly top: bigint; readonly bottom: bigint };

export function fraction(top: bigint, bottom = 1n): Fraction {
  return { top, bottom };
}

export function plus(one: Fraction, other: Fraction): Fraction {
  return fraction(one.top * other.bottom + other.top * one.bottom, one.bottom * other.bottom);
}

export function minus(one: Fraction, other: Fraction): Fraction {
  return plus(one, fraction(-other.top, other.bottom));
}

export function times(one: Fraction, other: Fraction): Fraction {
  return fraction(one.top * other.top, one.bottom * other.bottom);
}

export function over(one: Fraction, other: Fraction): Fraction | null {
  if (other.top === 0n) return null;
  const sign = other.top < 0n ? -1n : 1n;
  return fraction(sign * one.top * other.bottom, sign * one.bottom * other.top);
}

/** Nearest integer; halves go away from zero. */
export function rounded({ top, bottom }: Fraction): bigint {
  return divideRound(top, bottom);
}

/** Nearest integer to the quotient; halves go away from zero. */
export function divideRound(top: bigint, bottom: bigint): bigint {
  const [size, by] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom];
  const whole = (2n * size + by) / (2n * by);
  return top < 0n === bottom < 0n ? whole : -whole;
}
