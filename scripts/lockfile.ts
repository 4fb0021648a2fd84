// The lock file must install the same from every registry and on every platform, and package.json
// must name exact versions.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const Versions = z.record(z.string(), z.string()).default({});
const Manifest = z.object({ dependencies: Versions, devDependencies: Versions });
const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      optionalDependencies: Versions,
    }),
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
  // npm silently leaves out packages that the registry lacks for a platform.
  ...Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isLocked(path, name))
      .map((name) => `package-lock.json: ${path} wants ${name}, which is not there`),
  ),
];

for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

/** True if Node.js resolves the dependency: from the package's own folder, or one above. */
function isLocked(path: string, name: string): boolean {
  const place = path === "" ? "" : `${path}/`;
  if (`${place}node_modules/${name}` in packages) return true;
  return (
    path !== "" && isLocked(path.slice(0, Math.max(0, path.lastIndexOf("/node_modules/"))), name)
  );
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, "..", file), "utf8"));
}
