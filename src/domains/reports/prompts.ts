import type { Prompt } from "../../core/prompt.ts";
import type { Context } from "../../db/context.ts";
import { closeMyMonth } from "./close-my-month.ts";
import { howAreWeDoing } from "./how-are-we-doing.ts";

export const reportPrompts: readonly Prompt<Context>[] = [howAreWeDoing, closeMyMonth];
