/**
 * Values that an argument may have, going by what is typed so far, the likeliest first.
 * `others` are the arguments that have been given already.
 */
export type Completion<Context> = (
  context: Context,
  typed: string,
  others: Readonly<Record<string, string>>,
) => Promise<readonly string[]>;

/** By the names of the arguments that can be completed. */
export type Completions<Context> = Readonly<Record<string, Completion<Context>>>;
