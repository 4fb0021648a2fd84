import type { Route } from "playwright-core";

/** Answers as the server does when it refuses the length of a cell of the week. */
export async function refuse(route: Route): Promise<void> {
  await route.fulfill({
    status: 422,
    contentType: "application/problem+json",
    body: JSON.stringify({
      type: "about:blank",
      status: 422,
      code: "invalid_argument",
      title: "Some of what was entered cannot be used.",
      detail: "Correct it.",
      errors: [{ pointer: "/seconds", detail: "The day is locked." }],
    }),
  });
}
