const shown: { page: string; timer: string | null } = { page: "Ledgerport", timer: null };

/** Title of the tab: the page's, after the running timer's. */
export function setPageTitle(title: string): void {
  shown.page = title;
  show();
}

/** @param title null when no timer runs */
export function setTimerTitle(title: string | null): void {
  shown.timer = title;
  show();
}

function show(): void {
  const { page, timer } = shown;
  document.title = timer === null ? page : `${timer} – ${page}`;
}
