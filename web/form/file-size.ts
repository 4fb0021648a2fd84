const UNITS = ["B", "KB", "MB", "GB"] as const;

/** `830 B`, `1.5 MB`: 1 KB is 1,024 bytes, as the limits of uploads are. */
export function fileSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const size = bytes / 1024 ** power;
  return `${size.toLocaleString("en-GB", { maximumFractionDigits: size < 10 ? 1 : 0 })} ${UNITS[power] ?? ""}`;
}
