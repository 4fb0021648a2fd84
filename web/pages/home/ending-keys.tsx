import { Link } from "@tanstack/react-router";
import { Item, Items, Section } from "../../components/page.tsx";
import { Shape } from "../../components/shapes.tsx";
import { When } from "../../components/when.tsx";
import { useNow } from "../../queries.ts";
import { useConnections } from "../connect/connections.tsx";
import { endingSoon } from "./ending-soon.ts";

const SHOWN = 5;

/** The user's keys that expire soon, so that they can be rotated in time. */
export function EndingKeys() {
  const keys = endingSoon(useConnections() ?? [], useNow());
  if (keys.length === 0) return null;
  return (
    <Section id="attention" title="Needs attention">
      <Items label="Keys that expire soon">
        {keys.slice(0, SHOWN).map(({ id, name, expiresAt }) => (
          <Item actions={<Replace name={name} />} key={id}>
            <p className="flex gap-2">
              <span className="pt-0.5">
                <Shape tone="warn" />
              </span>
              <span>
                Your key <bdi className="font-medium">{name}</bdi> ends <When at={expiresAt} />.
                Programs that use it stop working then.
              </span>
            </p>
          </Item>
        ))}
      </Items>
      {keys.length <= SHOWN ? null : (
        <p>
          <Link className="underline" hash="keys" to="/settings/developer">
            More of your keys expire soon
          </Link>
        </p>
      )}
    </Section>
  );
}

function Replace({ name }: { readonly name: string }) {
  return (
    <Link
      className="inline-flex min-h-11 items-center underline sm:min-h-6"
      hash="keys"
      to="/settings/developer"
    >
      Replace<span className="sr-only"> {name}</span>
    </Link>
  );
}
