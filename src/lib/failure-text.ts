import { ApiError } from "./api.ts";

/** Said when the server was not reached (docs/product.md, Messages). */
const NETWORK_PROBLEM = "Network error. Please try again.";

/** A failed call in words for people: the server's, or `fallback` where it said nothing, or that it was not reached. */
export function failureText(error: unknown, fallback = "Something went wrong. Please try again."): string {
  return error instanceof ApiError ? error.text || fallback : NETWORK_PROBLEM;
}
