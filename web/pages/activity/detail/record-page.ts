type RecordPage = {
  readonly to: "/settings/developer" | "/settings/team";
  /** The id of a section's title. */
  readonly hash: string;
};

/** Where records can be looked at, by what they are; a noun that gets a page of its own is a line here. */
const PAGES: Readonly<Record<string, RecordPage>> = {
  api_key: { to: "/settings/developer", hash: "keys" },
  invitation: { to: "/settings/team", hash: "invitations" },
  membership: { to: "/settings/team", hash: "members" },
  oauth_grant: { to: "/settings/developer", hash: "apps" },
  team: { to: "/settings/team", hash: "details" },
};

/** Where to look at a record; null when it has no page, or is gone. */
export function pageOf({ type, did }: { readonly type: string; readonly did: string }) {
  return did === "deleted" ? null : (PAGES[type] ?? null);
}
