import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { TestEvent } from "node:test/reporters";
import { setTimeout as sleep } from "node:timers/promises";
import { FileReport } from "./file-report.ts";
import type { FromProcess, ToProcess } from "./messages.ts";

/** In milliseconds. */
export type Limits = {
  readonly test: number;
  /** For what the limit of a test can't end: a loop without rest. */
  readonly file: number;
  /** From the last file to the end of the process. */
  readonly end: number;
};

export const LIMITS: Limits = { test: 120_000, file: 300_000, end: 10_000 };

const SCRIPT = join(import.meta.dirname, "process.ts");
/** node:sqlite says at each start that it is experimental. */
const QUIET = "--disable-warning=ExperimentalWarning";
const REPORTER = join(import.meta.dirname, "reporter.ts");
/** Counts compared passwords for the files that ask: it must come before the first password of any file. */
const PASSWORDS = join(import.meta.dirname, "../../test/argon2.ts");

/** A process that runs test files one after the other; whatever goes wrong in it fails a file by its name. */
export class TestProcess {
  readonly #child: ChildProcess;
  readonly #limits: Limits;
  readonly #gone: Promise<string>;
  readonly #files: string[] = [];
  #report = new FileReport("");
  #onWhole = () => {};

  constructor(limits: Limits = LIMITS, environment: NodeJS.ProcessEnv = {}) {
    const options = [QUIET, `--test-timeout=${limits.test}`, `--test-reporter=${REPORTER}`];
    this.#child = spawn(process.execPath, [...options, `--import=${PASSWORDS}`, SCRIPT], {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      serialization: "advanced",
      env: { ...process.env, ...environment },
    });
    this.#limits = limits;
    this.#gone = once(this.#child, "exit").then(([code, signal]) => `gone with ${signal ?? code}`);
    this.#child.on("message", (message: FromProcess) => {
      this.#report.hear(message);
      // The text that was printed before may lie unread in another pipe until the end of this turn.
      if (this.#report.isWhole) setImmediate(() => this.#onWhole());
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => this.#report.print(text));
  }

  /** Number of files that it was given. */
  get count(): number {
    return this.#files.length;
  }

  /** False after a failure, which may have left something behind that would disturb the next file. */
  get isSound(): boolean {
    return !this.#report.hasFailed;
  }

  /** Resolves with what the tests of a file reported, in order. */
  async run(message: ToProcess): Promise<readonly TestEvent[]> {
    this.#files.push(message.file);
    this.#report = new FileReport(message.file);
    const whole = new Promise<null>((resolve) => {
      this.#onWhole = () => resolve(null);
    });
    // When it is gone already, that says so.
    this.#child.send(message, () => {});
    const end = await this.#first(whole, this.#limits.file);
    if (end === "late") await this.#kill(`ran longer than ${this.#limits.file} ms`);
    else if (end !== null) this.#report.fail(`its process is ${end}`);
    return this.#report.take();
  }

  /** Resolves with what went wrong since the last file, when the process has ended. */
  async end(): Promise<readonly TestEvent[]> {
    if (this.#child.connected) this.#child.disconnect();
    const end = await this.#first(this.#gone, this.#limits.end);
    if (end === "late") await this.#kill(`the process of ${this.#files.join(", ")} does not end`);
    return this.#report.take();
  }

  async #first<End>(end: Promise<End>, limit: number): Promise<End | string> {
    const stop = new AbortController();
    const late = sleep(limit, "late", { signal: stop.signal }).catch(() => "late");
    const first = await Promise.race([end, this.#gone, late]);
    stop.abort();
    return first;
  }

  async #kill(reason: string): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#gone;
    this.#report.fail(reason);
  }
}
