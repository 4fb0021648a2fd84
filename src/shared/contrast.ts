/** Least contrast of a color that titles and lines are printed in (WCAG 2.2, 1.4.3 for large text). */
export const LEAST_CONTRAST = 3;

/**
 * Contrast of a color with white, from 1 to 21 (WCAG 2.2).
 * @param color as `#115f6f`
 */
export function contrastOnWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    linear(Number.parseInt(color.slice(start, start + 2), 16) / 255),
  );
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05);
}

function linear(share: number): number {
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
