/** Days for which a change can be undone. */
export const UNDO_DAYS = 30;

/** Said on every page where somebody lets an assistant delete. */
export const AFTER_DELETION = `Assistants cannot restore what they delete. People can undo it from Activity for ${UNDO_DAYS} days.`;
