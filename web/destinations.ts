/** All pages, read by the navigation, the palette and the settings' search. */
export const PAGES = [
  { to: "/", label: "Home", words: "start overview" },
  { to: "/activity", label: "Activity", words: "journal log history changes undo audit" },
  {
    to: "/connect",
    label: "Connect",
    words: "claude chatgpt cursor code gemini curl mcp assistant",
  },
  { to: "/settings", label: "Settings", words: "preferences" },
] as const;

type SettingsPage = {
  readonly to: "/settings/profile" | "/settings/team" | "/settings/developer" | "/settings/ai";
  readonly label: string;
  readonly items: readonly {
    readonly hash: string;
    readonly label: string;
    /** Search terms besides the name. */
    readonly words: string;
  }[];
};

type SettingsGroup = { readonly group: string; readonly pages: readonly SettingsPage[] };

/** Pages of the settings and their sections. `hash` is the id of a section's title. */
export const SETTINGS: readonly SettingsGroup[] = [
  {
    group: "You",
    pages: [
      {
        to: "/settings/profile",
        label: "Profile",
        items: [
          { hash: "name", label: "Your name", words: "rename" },
          { hash: "time-zone", label: "Time zone", words: "clock day region" },
          { hash: "theme", label: "Theme", words: "dark light appearance" },
          { hash: "password", label: "Password", words: "security change" },
          { hash: "sessions", label: "Sessions", words: "devices sign out browsers security" },
        ],
      },
    ],
  },
  {
    group: "Team",
    pages: [
      {
        to: "/settings/team",
        label: "Team",
        items: [
          { hash: "details", label: "Team name and base currency", words: "rename company" },
          { hash: "members", label: "Members and roles", words: "people owner admin remove" },
          { hash: "invitations", label: "Invitations", words: "invite link join people" },
          {
            hash: "member-cap",
            label: "Access of members’ assistants",
            words: "full access cap",
          },
          { hash: "leave", label: "Leave the team", words: "danger exit" },
        ],
      },
      {
        to: "/settings/developer",
        label: "Developer",
        items: [
          { hash: "keys", label: "API keys", words: "token secret mint rotate revoke scopes" },
          { hash: "apps", label: "Connected apps", words: "oauth clients disconnect revoke" },
        ],
      },
      {
        to: "/settings/ai",
        label: "AI",
        items: [
          {
            hash: "deleting",
            label: "Tools that delete",
            words: "destructive switch delete allow",
          },
          { hash: "tools", label: "Tools of assistants", words: "list reads changes" },
          { hash: "now", label: "Current access of keys and apps", words: "tier effective" },
        ],
      },
    ],
  },
];
