/** Limits of a file of time: 50,000 rows have about 10 MiB. */
export const MOST_TIME_ROWS = 50_000;
export const LARGEST_TIME_FILE = 32 * 2 ** 20;
