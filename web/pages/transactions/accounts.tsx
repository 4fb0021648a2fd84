import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";

/** All bank accounts by name; undefined until they are loaded. */
export function useAccounts() {
  return useOfTeam(useTeam(), "GET /api/teams/:team/bank-accounts", {}).data?.items;
}

export function AccountName({ id }: { readonly id: string }) {
  const account = useAccounts()?.find((account) => account.id === id);
  return <bdi className="text-ink2">{account?.name ?? ""}</bdi>;
}
