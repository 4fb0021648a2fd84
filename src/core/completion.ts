/**
 * Suggests values for an argument by the text typed so far, the likeliest first. `others` are the
 * arguments that are given already.
 */
export type Completion<Context> = (
  context: Context,
  typed: string,
  others: Readonly<Record<string, string>>,
) => Promise<readonly string[]>;

export type Completions<Context> = Readonly<Record<string, Completion<Context>>>;
