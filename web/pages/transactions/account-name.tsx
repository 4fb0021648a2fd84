import { useAccounts } from "./use-accounts.ts";

/** Name of a bank account. */
export function AccountName({ id }: { readonly id: string }) {
  const account = useAccounts()?.find((account) => account.id === id);
  return <bdi className="text-ink2">{account?.name ?? ""}</bdi>;
}
