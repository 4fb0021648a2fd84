import type { Ground } from "../db/context.ts";

export type Demo = { readonly team: string; readonly teamId: string; readonly userId: string; readonly key: string };

export async function openDemo(_ground: Ground): Promise<Demo> {
  throw new Error("being written");
}
