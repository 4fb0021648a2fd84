import type { ComponentType } from "react";
import { ChatGptSteps } from "./clients/chatgpt.tsx";
import { ClaudeCodeSteps } from "./clients/claude-code.tsx";
import { ClaudeSteps } from "./clients/claude.tsx";
import { CurlSteps } from "./clients/curl.tsx";
import { CursorSteps } from "./clients/cursor.tsx";
import { GeminiCliSteps } from "./clients/gemini-cli.tsx";
import { VsCodeSteps } from "./clients/vs-code.tsx";
import type { Reach } from "./reach.ts";
import type { StepsProps } from "./steps.tsx";

export type Client = {
  readonly id: string;
  readonly label: string;
  /** Provider whose servers call ours; null if the user's own machine does. */
  readonly callsFrom: string | null;
  readonly Steps: ComponentType<StepsProps>;
};

/** Likeliest client that can call a server at such an address. */
export function firstThatReaches(reach: Reach): Client {
  const reaches = CLIENTS.find(({ callsFrom }) => callsFrom === null || reach === "internet");
  return reaches ?? CLIENTS[0];
}

/** Clients with instructions, the likeliest first. */
export const CLIENTS: readonly [Client, ...Client[]] = [
  { id: "claude", label: "Claude", callsFrom: "Anthropic’s servers", Steps: ClaudeSteps },
  { id: "claude-code", label: "Claude Code", callsFrom: null, Steps: ClaudeCodeSteps },
  { id: "chatgpt", label: "ChatGPT", callsFrom: "OpenAI’s servers", Steps: ChatGptSteps },
  { id: "cursor", label: "Cursor", callsFrom: null, Steps: CursorSteps },
  { id: "vs-code", label: "VS Code", callsFrom: null, Steps: VsCodeSteps },
  { id: "gemini-cli", label: "Gemini CLI", callsFrom: null, Steps: GeminiCliSteps },
  { id: "curl", label: "curl", callsFrom: null, Steps: CurlSteps },
];
