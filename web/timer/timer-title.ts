import { useEffect } from "react";
import { setTimerTitle } from "../window.ts";

/** Shows a running timer in the tab: its time and project in the title, a dot on the icon. */
export function useTimerTitle(title: string | null): void {
  useEffect(() => {
    setTimerTitle(title);
    showIcon(title !== null);
    return () => {
      setTimerTitle(null);
      showIcon(false);
    };
  }, [title]);
}

function showIcon(isRunning: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const { running } = icon?.dataset ?? {};
  if (icon === null || running === undefined) return;
  icon.dataset["plain"] ??= icon.getAttribute("href") ?? "";
  icon.setAttribute("href", isRunning ? running : icon.dataset["plain"]);
}
