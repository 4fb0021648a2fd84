import "./styles.css";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { notifyManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Refused } from "./api.ts";
import { Toasts } from "./components/toast.tsx";
import { meQuery } from "./queries.ts";
import { router } from "./router.tsx";

const place = document.getElementById("app");
if (place === null) throw new Error("index.html has no place for the app");

// Answers are drawn before what waits for them goes on, for instance to move the focus.
notifyManager.setScheduler(queueMicrotask);

const queries = new QueryClient({
  defaultOptions: {
    // Retries lost connections alone: a refusal would be repeated.
    queries: {
      // Fails at once when the device is offline, instead of waiting without a word.
      networkMode: "always",
      refetchOnReconnect: "always",
      retry: (count, error) =>
        count < 2 &&
        navigator.onLine &&
        error instanceof Refused &&
        [0, 503].includes(error.problem.status),
      staleTime: 5_000,
    },
    mutations: { networkMode: "always" },
  },
});

void start(place);

/** The first paint stays until there is something better than it. */
async function start(element: HTMLElement): Promise<void> {
  await Promise.allSettled([queries.query(meQuery), router.load()]);
  createRoot(element).render(
    <StrictMode>
      {/* The Content-Security-Policy allows no style element. */}
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <Toasts />
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  );
}
