/** Look of a control with an edge. Width and height are the control's own. */
export const EDGE =
  "rounded-control border border-edge bg-surface px-3 py-1 text-section sm:text-body text-ink aria-invalid:border-bad aria-invalid:inset-ring aria-invalid:inset-ring-bad";

/** A control of one line, as wide as there is room. */
export const LINE_CONTROL = `${EDGE} w-full min-w-0 min-h-11 sm:min-h-9`;
