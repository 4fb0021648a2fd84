import type { ReactNode } from "react";
import type { Output } from "../../api.ts";
import { useTeam } from "../../team.tsx";

type Customer = Output<"GET /api/teams/:team/customers/:id">;
type Settings = Output<"GET /api/teams/:team/invoice-settings">;

/** Lines of a customer's postal address, without the name. */
export function addressLines({
  addressLine1,
  addressLine2,
  zip,
  city,
  state,
  country,
}: Customer): readonly string[] {
  return filled([addressLine1, addressLine2, spaced([zip, city]), state, country]);
}

export function filled(lines: readonly (string | null)[]): readonly string[] {
  return lines.flatMap((line) => (line === null || line === "" ? [] : [line]));
}

export function spaced(parts: readonly (string | null)[]): string {
  return filled(parts).join(" ");
}

/** `Germany`, for `DE`. */
export function countryName(code: string | null): string | null {
  return code === null ? null : (new Intl.DisplayNames("en", { type: "region" }).of(code) ?? code);
}

type Seller = Pick<
  Settings,
  | "legal_name"
  | "address"
  | "zip"
  | "city"
  | "state"
  | "email"
  | "phone"
  | "vat_number"
  | "logo_sha256"
>;

type LetterheadProps = { readonly seller: Seller; readonly action: ReactNode };

/** The seller at the head of the document. */
export function DocumentHead({ seller, action }: LetterheadProps) {
  const team = useTeam();
  const name = seller.legal_name ?? team.name;
  const place = filled([seller.address, spaced([seller.zip, seller.city]), seller.state]);
  const contact = filled([seller.email, seller.phone, seller.vat_number]);
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 border-b-4 border-double border-accent pb-4">
      {seller.logo_sha256 === null ? (
        <p className="text-title font-semibold text-accent">
          <bdi>{name}</bdi>
        </p>
      ) : (
        <img
          alt={name}
          className="max-h-16 max-w-60 bg-[white] object-contain"
          src={`/api/teams/${team.id}/invoice-settings/logo?v=${seller.logo_sha256.slice(0, 12)}`}
        />
      )}
      <div className="grid justify-items-start text-small text-ink2 @min-[34rem]:ms-auto @min-[34rem]:justify-items-end @min-[34rem]:text-end">
        {seller.logo_sha256 === null ? null : <bdi className="font-medium text-ink">{name}</bdi>}
        <bdi className="whitespace-pre-line">{place.join("\n")}</bdi>
        {contact.length === 0 ? null : <bdi>{contact.join(" · ")}</bdi>}
        {action}
      </div>
    </div>
  );
}

type PaidInto = {
  readonly holder: string;
  readonly iban: string | null;
  readonly bic: string | null;
  readonly details: string | null;
};

/** Where the money goes. */
export function PaymentBox({ account }: { readonly account: PaidInto | null | undefined }) {
  if (account === null || account === undefined) return null;
  const { holder, iban, bic, details } = account;
  return (
    <div className="grid gap-1 bg-sunken p-3 text-small">
      <p className="font-medium">Please pay to</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 [&_dt]:text-ink2">
        <Row name="Holder">{holder}</Row>
        {iban === null ? null : <Row name="IBAN">{iban.replaceAll(/(.{4})(?=.)/g, "$1 ")}</Row>}
        {bic === null ? null : <Row name="BIC">{bic}</Row>}
        {details === null ? null : <Row name="Details">{details}</Row>}
      </dl>
    </div>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">
        <bdi>{children}</bdi>
      </dd>
    </>
  );
}
