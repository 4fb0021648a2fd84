import { useTeam } from "../../../team.tsx";
import { LANGUAGES } from "./languages.ts";
import { logoAddress } from "./logo-picture.ts";
import type { Settings } from "./settings.ts";

type LetterheadProps = {
  readonly settings: Settings;
  readonly accent: string;
  readonly language: Settings["language"];
};

/** The head of an invoice, as the settings make it: always on white, as paper is. */
export function Letterhead({ settings, accent, language }: LetterheadProps) {
  const team = useTeam();
  const { legal_name, logo_sha256 } = settings;
  const title = LANGUAGES.find(({ value }) => value === language)?.invoice ?? "Invoice";
  return (
    <figure className="grid gap-2">
      <div
        className="grid scheme-only-light gap-6 border border-line bg-[#fff] p-5 text-[#192123]"
        lang={language}
      >
        <div className="flex min-h-12 items-start justify-between gap-4">
          <p className="font-semibold wrap-anywhere">{legal_name ?? team.name}</p>
          {logo_sha256 === null ? null : (
            <img
              alt=""
              className="max-h-12 max-w-36 object-contain"
              src={logoAddress(team.id, logo_sha256)}
            />
          )}
        </div>
        <div className="grid gap-2">
          <p className="text-title font-semibold" style={{ color: accent }}>
            {title}
          </p>
          <div className="h-1 border-y" style={{ borderColor: accent }} />
        </div>
      </div>
      <figcaption className="text-ink2">The head of an invoice with this color.</figcaption>
    </figure>
  );
}
