import { importWalls } from "./import-walls.ts";
import { noAmbient } from "./no-ambient.ts";
import { noSidelinedTests } from "./no-sidelined-tests.ts";
import { plainDocstrings } from "./plain-docstrings.ts";

export default {
  meta: { name: "ledgerport" },
  rules: {
    "import-walls": importWalls,
    "no-ambient": noAmbient,
    "no-sidelined-tests": noSidelinedTests,
    "plain-docstrings": plainDocstrings,
  },
};
