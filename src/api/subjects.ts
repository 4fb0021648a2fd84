import {
  apiKeySubject,
  oauthGrantSubject,
  invitationSubject,
  membershipSubject,
  teamSubject,
  userSubject,
} from "../accounts/journal.ts";
import type { SharedSubject, Subjects } from "../activity/subject.ts";
import { domains } from "../domains/all.ts";

const ofAccounts = {
  team: teamSubject,
  membership: membershipSubject,
  invitation: invitationSubject,
  user: userSubject,
  api_key: apiKeySubject,
  oauth_grant: oauthGrantSubject,
};

type OfDomains = TypesOf<(typeof domains)[number]>;

type TypesOf<D> = D extends { readonly subjects: infer S } ? keyof S : never;

/**
 * Every kind of record in the journal; a `SubjectType` without a `Subject` is a type error here. Kinds
 * with foreign keys to them come first, and rows are locked in this order.
 */
export const subjects: Subjects = {
  ...ofAccounts,
  ...ordered(domains.map(({ subjects }) => subjects)),
};

/** The cast holds since the entries come from the objects whose keys `OfDomains` has. */
function ordered(
  ofDomains: readonly Readonly<Record<string, SharedSubject>>[],
): Record<OfDomains, SharedSubject> {
  const all = ofDomains.flatMap(Object.entries<SharedSubject>);
  const { referred = [], others = [] } = Object.groupBy(all, ([, { undo }]) =>
    "table" in undo && undo.referredBy.length > 0 ? "referred" : "others",
  );
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return Object.fromEntries([...referred, ...others]) as Record<OfDomains, SharedSubject>;
}
