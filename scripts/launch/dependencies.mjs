import { createHash } from "node:crypto";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assemble, moveIntoPlace } from "./assemble.mjs";
import { npmCi } from "./npm-ci.mjs";
import { modules, root } from "./places.mjs";

const STAMP = ".ledgerport-lock";

/** Makes node_modules match package-lock.json, unless the stamp of the last install matches. */
export function bringDependencies(node) {
  const lock = readFileSync(join(root, "package-lock.json"));
  const wanted = createHash("sha256").update(lock).digest("hex");
  const isCurrent = () => readStamp() === wanted;
  if (isCurrent()) return;

  console.error("ledgerport: installing dependencies");
  assemble((folder) => {
    for (const file of ["package.json", "package-lock.json", ".npmrc"]) {
      copyFileSync(join(root, file), join(folder, file));
    }
    npmCi(folder, node);
    writeFileSync(join(folder, "node_modules", STAMP), wanted);
    moveIntoPlace(join(folder, "node_modules"), modules, isCurrent);
  });
}

function readStamp() {
  try {
    return readFileSync(join(modules, STAMP), "utf8");
  } catch {
    return undefined;
  }
}
