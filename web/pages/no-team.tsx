import { useQueryClient } from "@tanstack/react-query";
import { Button } from "../components/button.tsx";
import { NewTeamForm } from "../components/new-team.tsx";
import { Page } from "../components/page.tsx";
import { Mark } from "../components/shapes.tsx";
import { useMe } from "../queries.ts";
import { signOut } from "../sign-out.ts";

export function NoTeam() {
  const { user } = useMe();
  const queries = useQueryClient();
  return (
    <div className="mx-auto grid max-w-settings gap-8 px-4 py-8">
      <header className="flex items-center gap-2.5 border-b-4 border-double border-accent pb-4 text-section font-semibold text-accent">
        <Mark />
        Ledgerport
      </header>
      <main>
        <Page
          lead={`You are signed in as ${user.email}. Ask somebody for an invitation to their team, or make one of your own.`}
          title="You are not in a team"
        >
          <NewTeamForm
            before={<Button onClick={() => void signOut()}>Sign out</Button>}
            onMade={() => void queries.invalidateQueries()}
          />
        </Page>
      </main>
    </div>
  );
}
