import type { Output } from "../../api.ts";

export type Tag = Output<"GET /api/teams/:team/tags">["tags"][number];

/** Element id of a tag's menu button, for the focus after a dialog. */
export function menuId(tag: string): string {
  return `tag-${tag}`;
}
