import { useCategories } from "../../../categories/use-categories.ts";
import { useTags } from "../../../tags/use-tags.ts";
import { useAccounts } from "../../transactions/use-accounts.ts";

/** Names of what rules refer to; an ellipsis until they are loaded. */
export function useNames() {
  const categories = useCategories();
  const tags = useTags();
  const accounts = useAccounts();
  return {
    category: (slug: string) => categories?.nameOf(slug) ?? slug,
    tag: (id: string) => tags?.find((tag) => tag.id === id)?.name ?? "…",
    account: (id: string) => accounts?.find((account) => account.id === id)?.name ?? "…",
  };
}
