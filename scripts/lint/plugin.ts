import { importWalls } from "./import-walls.ts";
import { noAmbient } from "./no-ambient.ts";
import { noNetwork } from "./no-network.ts";
import { noSidelinedTests } from "./no-sidelined-tests.ts";
import { plainDocstrings } from "./plain-docstrings.ts";

export default {
  meta: { name: "ledgerport" },
  rules: {
    "import-walls": importWalls,
    "no-ambient": noAmbient,
    "no-network": noNetwork,
    "no-sidelined-tests": noSidelinedTests,
    "plain-docstrings": plainDocstrings,
  },
};
