import { fileURLToPath } from "node:url";
import { Child } from "./child.ts";
import { type Job, Measured } from "./job.ts";

export type Effort = {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
};

/** Process that calls the servers; it runs `load.ts`. */
export class LoadGenerator {
  readonly #child = new Child(fileURLToPath(import.meta.resolve("./load.ts")));

  async measure(job: Job): Promise<Measured> {
    return this.#child.ask(job, Measured);
  }

  /**
   * Measures all in turn, round by round, so that other load on the machine affects them alike. A
   * first round warms up and does not count.
   */
  async inTurns<Name>(
    jobs: ReadonlyMap<Name, Job>,
    rounds: number,
  ): Promise<ReadonlyMap<Name, readonly Measured[]>> {
    const measured = new Map<Name, Measured[]>();
    for (const [name, job] of jobs) {
      await this.measure(job);
      measured.set(name, []);
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, job] of jobs) measured.get(name)?.push(await this.measure(job));
    }
    return measured;
  }

  async stop(): Promise<void> {
    await this.#child.stop();
  }
}
