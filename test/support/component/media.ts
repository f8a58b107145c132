import { vi } from "vitest";

/** Makes all media queries that contain a text match, or not match. Undone after the test. */
export function setMedia(part: string, matches: boolean): void {
  const { matchMedia } = window;
  const outcome = matches ? "all" : "not all";
  vi.stubGlobal("matchMedia", (query: string) => matchMedia.call(window, query.includes(part) ? outcome : query));
}
