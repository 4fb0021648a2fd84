type NoTimeProps = {
  /** `from 16 to 22 Nov 2026`. */
  readonly when: string;
};

/** Says that the shown days are empty. The free places stay in sight. */
export function NoTime({ when }: NoTimeProps) {
  return (
    <p className="rounded-control bg-sunken px-4 py-2">
      <span className="font-semibold">No time {when}.</span>{" "}
      <span className="text-ink2">Add some above, or choose a free place below.</span>
    </p>
  );
}
