import { UnsavedGuard } from "../../../form/unsaved-guard.tsx";

type WeekGuardProps = { readonly isUnsaved: boolean; readonly isSaving?: boolean };

/** Guards what is typed into the week: another week or person discards it too. */
export function WeekGuard(props: WeekGuardProps) {
  return <UnsavedGuard {...props} also={PLACES} />;
}

const PLACES = ["week", "person"] as const;
