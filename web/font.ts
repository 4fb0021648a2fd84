/** Fetches the font for the next visit; this page stays in the system's, so that no text moves. */
export function fetchFont(): void {
  const isLater = document.body.dataset["font"] === "later";
  if (isLater) void document.fonts.load('1em "IBM Plex Sans Variable"').catch(() => {});
}
