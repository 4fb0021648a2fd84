/** This server as assistants know it. */
export type McpServer = { readonly name: string; readonly url: string };

const LONGEST = 32;

/** Name under which an assistant keeps the server; with the team's, for a person in several. */
export function serverName(team: { readonly name: string }, teamCount: number): string {
  const own = team.name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, "-");
  return (teamCount > 1 ? `ledgerport-${own}` : "ledgerport").slice(0, LONGEST).replace(/-+$/, "");
}
