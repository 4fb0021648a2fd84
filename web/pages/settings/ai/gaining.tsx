import { Answer } from "../../../components/answer.tsx";
import { counted } from "../../../counted.ts";
import { useOfTeam } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { type Credential, credentialsOf } from "./credentials.ts";

/** Names the keys and apps that the switch lets delete, with their holders. */
export function Gaining() {
  const team = useTeam();
  const keys = useOfTeam(team, "GET /api/teams/:team/keys", {});
  const apps = useOfTeam(team, "GET /api/teams/:team/apps", {});
  return (
    <Answer query={keys} what="the API keys">
      {({ keys }) => (
        <Answer query={apps} what="the connected apps">
          {({ apps }) => <List all={credentialsOf(keys, apps)} />}
        </Answer>
      )}
    </Answer>
  );
}

function List({ all }: { readonly all: readonly Credential[] }) {
  const gaining = all.filter(({ deletesWhenOn }) => deletesWhenOn);
  if (gaining.length === 0)
    return (
      <p>
        <span className="font-medium">No key or app gets them now.</span> One that gets All later
        can delete from then on.
      </p>
    );
  return (
    <section className="grid gap-1">
      <h3 className="font-medium">{gainingWords(gaining)} can then delete</h3>
      <ul aria-label="Keys and apps that can then delete" className={LINES}>
        {gaining.map(({ id, name, what, holder }) => (
          <li className="gap-x-4 py-1 sm:grid sm:grid-cols-[1fr_1fr_9rem]" key={id}>
            <p className="font-medium wrap-anywhere">
              <bdi>{name}</bdi>
            </p>
            <p className="text-ink2 wrap-anywhere">
              <bdi>{what}</bdi>
            </p>
            <p className="text-ink2 wrap-anywhere">
              {holder.isYou ? (
                "Held by you"
              ) : (
                <>
                  Held by <bdi>{holder.name}</bdi>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const LINES = "divide-y divide-line border-y border-line";

/** `2 keys and 1 app`. */
function gainingWords(gaining: readonly Credential[]): string {
  const keys = gaining.filter(({ kind }) => kind === "key").length;
  const apps = gaining.length - keys;
  const told = [
    ...(keys === 0 ? [] : [counted(keys, "key")]),
    ...(apps === 0 ? [] : [counted(apps, "app")]),
  ];
  return told.join(" and ");
}
