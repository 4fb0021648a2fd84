/** Days for which a change can be undone. */
export const UNDO_DAYS = 30;

/** Said on every page where somebody lets an assistant delete. */
export const AFTER_DELETION = `Assistants cannot restore what they delete. People can undo it from Activity for ${UNDO_DAYS} days.`;

/** Deletions an hour that a team can let assistants do that cannot ask a person; it may also set no limit. */
export const MOST_DELETIONS = 10_000;
export const SUGGESTED_DELETIONS = 25;

/** Longest pause between neighbouring calls of an assistant's session. */
export const LONGEST_PAUSE_MS = 10 * 60_000;

/** Limits of a file of time: 50,000 rows have about 10 MiB. */
export const MOST_TIME_ROWS = 50_000;
export const LARGEST_TIME_FILE = 32 * 2 ** 20;

/** Parts of one transaction. */
export const MOST_PARTS = 50;

/** Stands for no category, as a filter and as a value. */
export const UNCATEGORIZED = "uncategorized";
