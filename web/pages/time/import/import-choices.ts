import type { Options } from "./send-file.ts";

/** Decisions about a file. */
export type Choices = {
  readonly dates: "" | "day first" | "month first";
  readonly zone: string;
  readonly duplicates: "skip" | "add";
  readonly overlaps: "skip" | "add";
  readonly strangers: "skip" | "mine";
  /** E-mail addresses of new customers by name; "" for none. */
  readonly emails: Readonly<Record<string, string>>;
};

export const NO_CHOICES: Choices = {
  dates: "",
  zone: "",
  duplicates: "skip",
  overlaps: "skip",
  strangers: "skip",
  emails: {},
};

/** The query of the route; what is not decided is left out. */
export function optionsOf({ dates, zone, emails, ...rest }: Choices): Options {
  const given = Object.entries(emails).filter(([, email]) => email.trim() !== "");
  return {
    ...rest,
    ...(dates === "" ? {} : { dates }),
    ...(zone === "" ? {} : { zone }),
    ...(given.length === 0
      ? {}
      : {
          customers: given.map(([name]) => name),
          emails: given.map(([, email]) => email.trim()),
        }),
  };
}
