// The lock file must install the same from every registry, and package.json must name exact versions.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const Versions = z.record(z.string(), z.string()).default({});
const Manifest = z.object({ dependencies: Versions, devDependencies: Versions });
const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({ resolved: z.string().optional(), integrity: z.string().optional() }),
  ),
});

const manifest = Manifest.parse(read("package.json"));
const { packages } = Lock.parse(read("package-lock.json"));

const faults = [
  ...Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version))
    .map(([name, version]) => `package.json: ${name} ${version} is no exact version`),
  ...Object.entries(packages).flatMap(([path, { resolved, integrity }]) => [
    ...(resolved === undefined ? [] : [`package-lock.json: ${path} names a registry: ${resolved}`]),
    ...(path === "" || integrity !== undefined
      ? []
      : [`package-lock.json: ${path} has no checksum`]),
  ]),
];

for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

function read(file: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, "..", file), "utf8"));
}
