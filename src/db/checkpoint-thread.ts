import { DatabaseSync } from "node:sqlite";
import { workerData } from "node:worker_threads";

/** Copies the write-ahead log of a database into it, without holding up readers or writers. */
const database = new DatabaseSync(String(workerData));
database.exec("pragma wal_checkpoint(passive)");
// Copies what was written meanwhile: a log begins anew only when all of it is copied.
database.exec("pragma wal_checkpoint(passive)");
database.close();
