import type { ReactNode } from "react";

export function Summary({ children }: { readonly children: ReactNode }) {
  return (
    <summary className="min-h-11 cursor-pointer rounded-control py-2.5 font-medium hover:bg-hover sm:min-h-9 sm:py-2">
      {children}
    </summary>
  );
}
