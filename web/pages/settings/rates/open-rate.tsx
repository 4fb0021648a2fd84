import { useOpen } from "../../../open.ts";
import { useOfTeam } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { OwnRateDialog } from "./own-rate-dialog.tsx";
import { addressOf, type OwnRate, RATE } from "./own-rate.ts";

const PATH = "GET /api/teams/:team/rates/own";

const ADDRESS = /^([A-Z]{3})-(\d{4}-\d\d-\d\d)$/;

/** The dialog in the address: `?open=rate` adds a rate, `&id=USD-2026-11-20` changes one. */
export function OpenRate({ loaded }: { readonly loaded: readonly OwnRate[] }) {
  const { open, about, hide } = useOpen();
  if (open !== RATE) return null;
  if (about === null) return <OwnRateDialog onClose={hide} rate={null} />;
  const known = loaded.find((rate) => addressOf(rate) === about);
  if (known !== undefined) return <OwnRateDialog key={about} onClose={hide} rate={known} />;
  const [, currency = "", day = ""] = ADDRESS.exec(about) ?? [];
  return day === "" ? null : <Elsewhere currency={currency} day={day} onClose={hide} />;
}

type ElsewhereProps = Pick<OwnRate, "currency" | "day"> & { readonly onClose: () => void };

/** A rate that no loaded page of the list has, or the filters leave out. */
function Elsewhere({ currency, day, onClose }: ElsewhereProps) {
  const input = { currency, from: day, to: day, limit: 1 };
  const { data } = useOfTeam(useTeam(), PATH, input);
  const [rate] = data?.items ?? [];
  return rate === undefined ? null : <OwnRateDialog onClose={onClose} rate={rate} />;
}
