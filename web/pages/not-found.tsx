import { ButtonLink } from "../components/button.tsx";
import { Page } from "../components/page.tsx";
import { PALETTE_KEYS } from "../components/shell.tsx";

export function NotFound() {
  return (
    <Page
      lead={
        <>
          There is no page at this address. Search finds every page by its name
          <span className="pointer-coarse:hidden">: press {PALETTE_KEYS}</span>.
        </>
      }
      title="Page not found"
    >
      <div>
        <ButtonLink kind="primary" to="/">
          Go to Home
        </ButtonLink>
      </div>
    </Page>
  );
}
