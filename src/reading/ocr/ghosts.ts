import type { Picture } from "../pictures.ts";
import type { TextBox } from "./find-text.ts";

/** Text that is left, and the darkness that is no ink on this page, from 0 to 255. */
type Cleared = { readonly boxes: readonly TextBox[]; readonly palest: number };

/** Share of the contrast that most of the page's print has: all its own print has more. */
const GHOST = 0.2;
/** Fewer, or less than a tenth of all boxes, are folds and shadows. */
const LEAST_GHOSTS = 5;

/**
 * Leaves out the print of the other side that shines through thin paper: it is much paler than the page's
 * own, even where that is faded.
 */
export function withoutGhosts(picture: Picture, boxes: readonly TextBox[]): Cleared {
  const rated = boxes.map((box) => ({ box, contrast: contrastOf(picture, box) }));
  const strong = shareAt(
    rated.map(({ contrast }) => contrast),
    0.9,
  );
  const ghosts = rated.filter(({ contrast }) => contrast < strong * GHOST);
  const palest = shareAt(
    ghosts.map(({ contrast }) => contrast),
    0.9,
  );
  return {
    boxes: boxes.filter((box) => !ghosts.some((ghost) => ghost.box === box)),
    // The letters of a page without ghosts keep their soft edges.
    palest: ghosts.length < Math.max(LEAST_GHOSTS, boxes.length / 10) ? 0 : palest,
  };
}

/** Difference of the paper and the ink in a box. */
function contrastOf({ width, height, rgb }: Picture, box: TextBox): number {
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)];
  const rows = 16;
  const columns = Math.max(8, Math.round((box.width / box.height) * rows));
  const shades: number[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const along = ((column + 0.5) / columns - 0.5) * box.width;
      const across = ((row + 0.5) / rows - 0.5) * box.height;
      const x = Math.floor(box.x + along * cos - across * sin);
      const y = Math.floor(box.y + along * sin + across * cos);
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      const pixel = (y * width + x) * 3;
      const [red, green, blue] = [rgb[pixel] ?? 0, rgb[pixel + 1] ?? 0, rgb[pixel + 2] ?? 0];
      shades.push((red + 2 * green + blue) / 4);
    }
  }
  return shareAt(shades, 0.9) - shareAt(shades, 0.02);
}

/** The number that this share of the others lies below. */
export function shareAt(numbers: ArrayLike<number>, share: number): number {
  const sorted = Float32Array.from(numbers).toSorted();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
