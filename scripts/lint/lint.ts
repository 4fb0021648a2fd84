import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";

const root = join(import.meta.dirname, "..", "..");

const Report = z.object({
  diagnostics: z.array(
    z.object({
      code: z.string(),
      filename: z.string(),
      labels: z.array(z.object({ span: z.object({ line: z.int() }) })),
    }),
  ),
});

/** Lines of these files that one of our rules refuses, under the project's settings. */
export function refusedLines(
  rule: string,
  files: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  return report(files)
    .filter(({ code }) => code === `ledgerport(${rule})`)
    .flatMap(({ filename, labels }) =>
      labels.map(({ span }) => `${filename}: ${files[filename]?.[span.line - 1]}`),
    );
}

function report(files: Readonly<Record<string, readonly string[]>>) {
  const house = mkdtempSync(join(tmpdir(), "ledgerport-lint-"));
  try {
    cpSync(join(root, ".oxlintrc.json"), join(house, ".oxlintrc.json"));
    cpSync(join(root, "tsconfig.json"), join(house, "tsconfig.json"));
    cpSync(join(root, "scripts", "lint"), join(house, "scripts", "lint"), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(house, "node_modules"), "junction");
    for (const [path, lines] of Object.entries(files)) {
      mkdirSync(join(house, dirname(path)), { recursive: true });
      writeFileSync(join(house, path), lines.join("\n"));
    }
    return Report.parse(JSON.parse(oxlint(house, Object.keys(files)))).diagnostics;
  } finally {
    rmSync(house, { recursive: true });
  }
}

function oxlint(folder: string, paths: readonly string[]): string {
  const program = join(root, "node_modules", "oxlint", "bin", "oxlint");
  const { stdout, stderr } = spawnSync(process.execPath, [program, "--format=json", ...paths], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  if (stdout.startsWith("{")) return stdout;
  throw new Error(`oxlint gave no report: ${stdout}${stderr}`);
}
