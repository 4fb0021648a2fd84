// A thread of the process that reads. It ends the process when the server that started it is gone: a process that is
// busy with a file does not see that its channel is closed.

import { workerData } from "node:worker_threads";

const LOOK_MS = 1000;

setInterval(() => {
  if (process.ppid !== Number(workerData)) process.kill(process.pid, "SIGKILL");
}, LOOK_MS);
