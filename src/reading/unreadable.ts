import type { PaperProblem } from "../shared/paper.ts";

/** A file of which nothing can be read, with the reason that its document gets. */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
  readonly problem: PaperProblem;

  constructor(problem: PaperProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
