/** Width in pixels of a text in the size of a chart's labels. */
export function textWidth(text: string): number {
  if (context === null) return 0;
  const style = getComputedStyle(document.body);
  context.font = `${style.getPropertyValue("--caption-size")} ${style.fontFamily}`;
  return context.measureText(text).width;
}

const context = document.createElement("canvas").getContext("2d");
