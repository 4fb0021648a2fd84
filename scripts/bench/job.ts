import { z } from "zod";
import { GENERATIONS, Sequences } from "./requests.ts";

export const Job = z.object({
  port: z.int(),
  generation: z.enum(GENERATIONS),
  sequences: Sequences,
  keys: z.array(z.string()).readonly(),
  seconds: z.number(),
});
export type Job = z.input<typeof Job>;

/** Result of a job. Latencies are in milliseconds. */
export const Measured = z.object({
  callsPerSecond: z.number(),
  p50: z.number(),
  p99: z.number(),
  /** Share of time in which the generator was busy: near 1 it measured itself. */
  generatorBusy: z.number(),
});
export type Measured = z.output<typeof Measured>;
