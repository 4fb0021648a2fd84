import type { z } from "zod";
import { answerParent } from "./child.ts";
import { Connection } from "./connection.ts";
import { Job, type Measured } from "./job.ts";
import { requestOf, requireResult } from "./requests.ts";

// Load generator, in its own process.
answerParent(Job, measure);

type Given = z.output<typeof Job>;

/** Calls for the given time, one call at a time on a connection for each key. */
async function measure(job: Given): Promise<Measured> {
  const clients = await Promise.all(job.keys.map((key, index) => openClient(job, key, index)));
  const latencies: number[] = [];
  const utilization = performance.eventLoopUtilization();
  const start = performance.now();
  const end = start + job.seconds * 1000;
  await Promise.all(clients.map((client) => callUntil(end, client, latencies)));
  const seconds = (performance.now() - start) / 1000;
  const generatorBusy = performance.eventLoopUtilization(utilization).utilization;
  for (const { connection } of clients) connection.close();
  const sorted = Float64Array.from(latencies).toSorted();
  const percentile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return {
    callsPerSecond: sorted.length / seconds,
    p50: percentile(0.5),
    p99: percentile(0.99),
    generatorBusy,
  };
}

type Client = {
  readonly connection: Connection;
  readonly sequences: readonly (readonly Buffer[])[];
  /** First sequence, different for each connection, so that not all ask for the same at once. */
  readonly first: number;
};

async function openClient(job: Given, key: string, index: number): Promise<Client> {
  const connection = await Connection.open(job.port);
  const sequences = job.sequences.map((calls) =>
    calls.map((call) => requestOf({ ...job, key }, call)),
  );
  return { connection, sequences, first: index * 7 };
}

async function callUntil(end: number, client: Client, latencies: number[]): Promise<void> {
  const { connection, sequences, first } = client;
  for (let next = first; performance.now() < end; next += 1) {
    for (const request of sequences[next % sequences.length] ?? []) {
      const sent = performance.now();
      const answer = await connection.exchange(request);
      latencies.push(performance.now() - sent);
      requireResult(answer, request);
    }
  }
}
