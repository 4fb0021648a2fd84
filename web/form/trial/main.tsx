import "../../styles.css";
import { notifyManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { Suspense } from "react";
import { createRoot } from "react-dom/client";
import { Controls } from "./controls.tsx";
import { Saving } from "./saving.tsx";

const place = document.getElementById("app");
if (place === null) throw new Error("index.html has no place for the trial");

const router = createRouter({ routeTree: createRootRoute({ component: Trial }) });

/** Page on which the journey of the form kit tries every control. It is no part of the app. */
function Trial() {
  return (
    <Suspense>
      <main className="mx-auto grid max-w-settings gap-8 p-4">
        <h1 className="text-title font-semibold">The form kit</h1>
        <Saving />
        <Controls />
      </main>
    </Suspense>
  );
}

// As in the app.
notifyManager.setScheduler(queueMicrotask);

createRoot(place).render(
  <QueryClientProvider client={new QueryClient()}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
);
