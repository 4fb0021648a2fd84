// Starts a script of this project under Node 24, whatever Node the machine has, with the
// dependencies of package-lock.json in place. Plain JavaScript, because it runs before both.
// node scripts/launch.mjs [node options…] <entry.ts> [arguments…]

import { spawn } from "node:child_process";
import { constants } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { bringDependencies } from "./launch/dependencies.mjs";
import { bringNode } from "./launch/node.mjs";
import { modules, root, runtimes } from "./launch/places.mjs";
import { bringWebApp } from "./launch/web-app.mjs";

try {
  const command = readCommand(process.argv.slice(2));
  const node = bringNode();
  process.env.PATH = [dirname(node), join(modules, ".bin"), process.env.PATH].join(delimiter);
  bringDependencies(node);
  if (isServer(command)) bringWebApp(node);
  // Node's compile cache makes the next start faster and saves memory.
  process.env.NODE_COMPILE_CACHE ??= join(runtimes, "compile-cache");
  run(node, command);
} catch (error) {
  fail(error.message);
}

function readCommand(args) {
  const at = args.findIndex((arg) => !arg.startsWith("-"));
  if (at < 0) throw new Error("name a script: node scripts/launch.mjs <entry.ts> [arguments…]");
  const [entry, ...rest] = args.slice(at);
  // node:sqlite prints an experimental warning at each start.
  const options = ["--disable-warning=ExperimentalWarning", ...args.slice(0, at)];
  return [...options, resolve(root, entry), ...rest];
}

/** Only the server needs the web app: an admin command does not wait for a build. */
function isServer(command) {
  return command.includes(join(root, "src", "main.ts")) && command.includes("serve");
}

function run(node, command) {
  // The channel closes when this process ends, in whatever way, and the server stops then.
  const child = spawn(node, command, { stdio: ["inherit", "inherit", "inherit", "ipc"] });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      // In a terminal, Ctrl-C reaches the whole process group, so the child has it already.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on("error", (error) => fail(`${node} does not start (${error.message}).`));
  child.on("exit", (code, signal) => {
    process.exitCode = signal ? 128 + constants.signals[signal] : code;
  });
}

function fail(message) {
  console.error(`ledgerport: ${message}`);
  process.exitCode = 1;
}
