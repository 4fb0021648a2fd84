import { z } from "zod";
import { GENERATIONS, Sequences } from "./requests.ts";

/** What the load generator is asked to do. */
export const Job = z.object({
  port: z.int(),
  generation: z.enum(GENERATIONS),
  sequences: Sequences,
  /** One connection for each. */
  keys: z.array(z.string()).readonly(),
  seconds: z.number(),
});
export type Job = z.input<typeof Job>;

/** What it measured. Latencies are milliseconds. */
export const Measured = z.object({
  callsPerSecond: z.number(),
  p50: z.number(),
  p99: z.number(),
  /** The share of the time in which the generator was busy: near 1 it measured itself. */
  generatorBusy: z.number(),
});
export type Measured = z.output<typeof Measured>;
