/** Tool tiers that a credential opens now. */
export type Opens = {
  readonly read: boolean;
  readonly write: boolean;
  readonly destructive: boolean;
};

/** `may read, change and delete` */
export function accessWords({ read, write, destructive }: Opens): string {
  if (!read && !write && !destructive) return "may do nothing at present";
  const may = [read ? "read" : "", write ? "change" : "", destructive ? "delete" : ""];
  return `may ${new Intl.ListFormat("en-GB").format(may.filter(Boolean))}`;
}

/** `svc_…aB3d`: enough for its holder to recognise a key. */
export function shortKey({
  prefix,
  hint,
}: {
  readonly prefix: string;
  readonly hint: string;
}): string {
  return `${prefix}…${hint}`;
}
