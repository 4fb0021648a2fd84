import { lazy, Suspense } from "react";
import { Button, ButtonAnchor } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy.tsx";
import { When } from "../../components/when.tsx";
import { useOpen } from "../../open.ts";
import { type Invoice, LINK_BUTTON, NEW_LINK, REVOKE_LINK } from "./invoice.ts";

const loadDialogs = async () => import("./link-dialogs.tsx");
const LinkMaking = lazy(async () =>
  loadDialogs().then(({ LinkMaking }) => ({ default: LinkMaking })),
);
const LinkRevocation = lazy(async () =>
  loadDialogs().then(({ LinkRevocation }) => ({ default: LinkRevocation })),
);

type PublicPageProps = { readonly invoice: Invoice };

/** The link of the page for the customer, and whether they have probably opened it. */
export function PublicPage({ invoice }: PublicPageProps) {
  const { open, hide } = useOpen();
  return (
    <section aria-labelledby="public-page" className="grid content-start gap-2">
      <h2 className="text-section font-semibold" id="public-page">
        Public page
      </h2>
      {invoice.public_url === null ? (
        <WithoutLink />
      ) : (
        <Link invoice={invoice} url={invoice.public_url} />
      )}
      <Suspense>
        {open === NEW_LINK ? <LinkMaking invoice={invoice} onClose={hide} /> : null}
        {open === REVOKE_LINK ? <LinkRevocation invoice={invoice} onClose={hide} /> : null}
      </Suspense>
    </section>
  );
}

function WithoutLink() {
  const { show } = useOpen();
  return (
    <>
      <p className="text-ink2">Nobody can open it: it has no link.</p>
      <div>
        <Button id={LINK_BUTTON} onClick={() => show(NEW_LINK)}>
          Make a link…
        </Button>
      </div>
    </>
  );
}

function Link({ invoice, url }: PublicPageProps & { readonly url: string }) {
  const { show } = useOpen();
  const { opened_at } = invoice;
  return (
    <>
      <p>
        {opened_at === null ? (
          "Not opened by the customer yet, as far as can be told."
        ) : (
          <>
            Probably opened by the customer, <When at={opened_at} />.
          </>
        )}
      </p>
      <p className="text-small text-ink2">
        Whoever has the link sees the document. Visits of your own team do not count.
      </p>
      <div className="flex flex-wrap gap-2">
        <CopyButton label="Copy link" text={url} />
        <ButtonAnchor href={url}>Open</ButtonAnchor>
        <Button id={LINK_BUTTON} onClick={() => show(NEW_LINK)}>
          New link…
        </Button>
        <Button onClick={() => show(REVOKE_LINK)}>Revoke…</Button>
      </div>
    </>
  );
}
