const MOST_WIDTH = 1200;
const MOST_HEIGHT = 400;
const LARGEST = 100 * 1024;

/** Address of the logo. The hash changes with it, so that no old picture is shown. */
export function logoAddress(team: string, sha256: string): string {
  return `/api/teams/${team}/invoice-settings/logo?sha256=${sha256}`;
}

/**
 * Draws a picture on white, as a PNG of at most 1,200 × 400 pixels and 100 KB: smaller until it fits.
 * @returns null for a file that the browser cannot show
 */
export async function drawnLogo(file: Blob): Promise<Blob | null> {
  const picture = await pictureOf(file);
  if (picture === null) return null;
  let scale = Math.min(1, MOST_WIDTH / picture.width, MOST_HEIGHT / picture.height);
  for (;;) {
    const png = await drawnAt(picture, scale);
    if (png.size <= LARGEST || picture.width * scale < LEAST_WIDTH) return png;
    scale *= 0.8;
  }
}

const LEAST_WIDTH = 40;

/** Null for what is no picture, or one that cannot be drawn: SVG has no pixels. */
async function pictureOf(file: Blob): Promise<ImageBitmap | null> {
  return createImageBitmap(file).catch(() => null);
}

async function drawnAt(picture: ImageBitmap, scale: number): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const drawing = canvas.getContext("2d");
  if (drawing === null) throw new Error("the browser has no canvas");
  drawing.imageSmoothingQuality = "high";
  drawing.fillStyle = "#fff";
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const { promise, resolve } = Promise.withResolvers<Blob | null>();
  canvas.toBlob(resolve, "image/png");
  const png = await promise;
  if (png === null) throw new Error("the canvas gave no picture");
  return png;
}
