/** Names of the dialogs in the address: `?open=undo-session&id=…`. */
export const UNDO_SESSION = "undo-session";
export const UNDO_HOUR = "undo-hour";

/** Element id of the button for a session, by its newest loaded event. */
export function undoSessionId(eventId: string): string {
  return `${UNDO_SESSION}-${eventId}`;
}
