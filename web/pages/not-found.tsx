import { ButtonLink } from "../components/button.tsx";
import { Page } from "../components/page.tsx";
import { PALETTE_KEYS } from "../components/shell.tsx";

export function NotFound() {
  return (
    <Page
      lead={`Nothing is at this address. ${PALETTE_KEYS} finds every page by its name.`}
      title="There is no such page"
    >
      <div>
        <ButtonLink kind="primary" to="/">
          Go to Home
        </ButtonLink>
      </div>
    </Page>
  );
}
