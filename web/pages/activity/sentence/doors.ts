import type { Did } from "../event.ts";

/**
 * What is done through a door: what it is about above all, and how that is said, with `*` where the
 * thing stands. A door that is not here is told by what was created, changed or deleted.
 */
type Door = {
  readonly type: string;
  readonly did: Did;
  readonly said?: string;
  /** What was tried when it was refused. */
  readonly tried?: string;
};

const DOORS = new Map<string, Door>(
  Object.entries({
    customers_create: { type: "customer", did: "created" },
    customers_update: { type: "customer", did: "changed" },
    customers_delete: { type: "customer", did: "deleted", tried: "delete a customer" },
    tags_create: { type: "tag", did: "created" },
    tags_delete: { type: "tag", did: "deleted", tried: "delete a tag" },
    tracker_start_timer: { type: "tracker_entry", did: "created", said: "started *" },
    tracker_stop_timer: { type: "tracker_entry", did: "changed", said: "stopped *" },
    tracker_delete_entry: {
      type: "tracker_entry",
      did: "deleted",
      tried: "delete a time entry",
    },
    "oauth/authorize": { type: "oauth_grant", did: "created" },
    setup: { type: "team", did: "created", said: "set this server up with *" },
    "PUT /api/me/password": { type: "user", did: "changed", said: "changed the password of *" },
    "PUT /api/teams/:team/destructive": {
      type: "team",
      did: "changed",
      said: "changed whether assistants may delete",
    },
    "PUT /api/teams/:team/member-full-access": {
      type: "team",
      did: "changed",
      said: "changed what members’ assistants may do",
    },
    "POST /api/teams/:team/keys/:id/rotate": {
      type: "api_key",
      did: "created",
      said: "rotated *",
    },
    "DELETE /api/teams/:team/keys/:id": { type: "api_key", did: "changed", said: "revoked *" },
    "key:revoke": { type: "api_key", did: "changed", said: "revoked *" },
    "POST /api/teams/:team/invitations/:id/renew": {
      type: "invitation",
      did: "changed",
      said: "renewed *",
    },
    "DELETE /api/teams/:team/invitations/:id": {
      type: "invitation",
      did: "changed",
      said: "revoked *",
    },
    "DELETE /api/teams/:team/members/:id": { type: "membership", did: "deleted" },
  }),
);

export function doorOf(tool: string): Door | null {
  return DOORS.get(tool) ?? null;
}
