import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { ReadingStep } from "./read-file.ts";

export type ReaderBounds = {
  readonly memoryMb: number;
  /** Seconds of work of one step; of a page, for OCR. */
  readonly seconds: Readonly<Record<ReadingStep, number>>;
  /** Seconds of a whole file, by the clock. */
  readonly fileSeconds: number;
  readonly idleMs: number;
};

export const READER_BOUNDS: ReaderBounds = {
  memoryMb: 1200,
  seconds: { text: 20, ocr: 120 },
  fileSeconds: 600,
  idleMs: 60_000,
};

const LOOK_MS = 100;

type Watch = { readonly begin: (step: ReadingStep) => void; readonly stop: () => void };

/**
 * Looks at a process from outside, since one that is busy answers nothing. On Linux a step's bound is time of the
 * processor, so that a busy machine kills no file; elsewhere it is time of the clock.
 */
export function watchReader(
  pid: number,
  bounds: ReaderBounds,
  kill: (why: "memory" | "time") => void,
): Watch {
  let step: ReadingStep | null = null;
  let began: number | null = null;
  let looks = 0;
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    const { megabytes, seconds } = await usageOf(pid);
    isLooking = false;
    looks += 1;
    const now = seconds ?? (looks * LOOK_MS) / 1000;
    began ??= now;
    if (megabytes > bounds.memoryMb) kill("memory");
    else if (step !== null && now - began > bounds.seconds[step]) kill("time");
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  const late = setTimeout(() => kill("time"), bounds.fileSeconds * 1000);
  return {
    begin: (next) => {
      step = next;
      began = null;
    },
    stop: () => {
      clearInterval(timer);
      clearTimeout(late);
    },
  };
}

type Usage = {
  readonly megabytes: number;
  /** Of the processor; null where it is not known. */
  readonly seconds: number | null;
};

const GONE: Usage = { megabytes: 0, seconds: null };

async function usageOf(pid: number): Promise<Usage> {
  try {
    return process.platform === "linux" ? await ofLinux(pid) : await ofPs(pid);
  } catch (error) {
    // The process has ended meanwhile, or the machine does not tell.
    if (!(error instanceof Error)) throw error;
    return GONE;
  }
}

/** Linux counts time in hundredths of a second for programs, whatever its kernel does. */
const TICKS = 100;

/** By proc(5). */
async function ofLinux(pid: number): Promise<Usage> {
  const [status, stat] = await Promise.all([
    readFile(`/proc/${pid}/status`, "utf8"),
    readFile(`/proc/${pid}/stat`, "utf8"),
  ]);
  // The name of the program, in brackets, may have blanks.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return {
    megabytes: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024,
    seconds: (Number(fields[11]) + Number(fields[12])) / TICKS,
  };
}

async function ofPs(pid: number): Promise<Usage> {
  const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)]);
  return { megabytes: Number(stdout.trim()) / 1024, seconds: null };
}
