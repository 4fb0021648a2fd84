import type { FieldPlace } from "../shared/paper.ts";
import type { Box, Page } from "./paper.ts";

/**
 * Edges of a box as shares of its page. Those of a picture are told on the picture as it was before it was turned and put
 * level.
 */
export function placeOnPage(page: Omit<Page, "cells">, box: Box): FieldPlace["box"] {
  const [middleX, middleY] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const { x, y } = turnedPoint(page, middleX, middleY, page.skew ?? 0);
  const [cos, sin] = [Math.cos(page.skew ?? 0), Math.abs(Math.sin(page.skew ?? 0))];
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const [across, down] = [(width * cos + height * sin) / 2, (width * sin + height * cos) / 2];
  const left = shareOf(x - across, page.width);
  const right = shareOf(x + across, page.width);
  const top = shareOf(y - down, page.height);
  const bottom = shareOf(y + down, page.height);
  if (page.turned === 90) return [top, 1 - right, bottom, 1 - left];
  if (page.turned === 180) return [1 - right, 1 - bottom, 1 - left, 1 - top];
  if (page.turned === 270) return [1 - bottom, left, 1 - top, right];
  return [left, top, right, bottom];
}

/** Turns a point around the middle of its page, by radians. */
export function turnedPoint(
  { width, height }: Omit<Page, "cells">,
  x: number,
  y: number,
  angle: number,
): { readonly x: number; readonly y: number } {
  const [across, down] = [x - width / 2, y - height / 2];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x: width / 2 + across * cos - down * sin, y: height / 2 + across * sin + down * cos };
}

function shareOf(at: number, whole: number): number {
  if (whole <= 0) return 0;
  return Math.round(Math.min(Math.max(at / whole, 0), 1) * 10_000) / 10_000;
}
