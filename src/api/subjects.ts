import {
  apiKeySubject,
  invitationSubject,
  membershipSubject,
  oauthGrantSubject,
  teamSubject,
  userSubject,
} from "../accounts/subjects.ts";
import type { Subjects } from "../activity/subject.ts";
import {
  customerSubject,
  customerTagSubject,
  invoiceSubject,
  recurringInvoiceSubject,
} from "../domains/customers/subjects.ts";
import { tagSubject } from "../domains/tags/subject.ts";
import { entrySubject, projectSubject } from "../domains/tracker/subjects.ts";

/**
 * Everything that the journal tells of; a new domain's nouns are a line each. What an event is about
 * mainly stands before what goes with it, and rows are locked in this order.
 */
export const subjects: Subjects = {
  team: teamSubject,
  membership: membershipSubject,
  invitation: invitationSubject,
  user: userSubject,
  api_key: apiKeySubject,
  oauth_grant: oauthGrantSubject,
  customer: customerSubject,
  tracker_project: projectSubject,
  tag: tagSubject,
  tracker_entry: entrySubject,
  invoice: invoiceSubject,
  recurring_invoice: recurringInvoiceSubject,
  customer_tag: customerTagSubject,
};
