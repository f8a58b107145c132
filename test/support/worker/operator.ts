import type { Site } from "./site.ts";

export const STATS_PASSWORD = "an operator's long password";

/** Logs the operator in and returns the session's signed id. */
export async function logInOperator(site: Site): Promise<string> {
  const response = await site.fetch("/api/stats/auth", { json: { password: STATS_PASSWORD } });
  return ((await response.json()) as { sessionId: string }).sessionId;
}

/** Logs the operator in and returns the cookie. */
export async function operator(site: Site): Promise<string> {
  const response = await site.fetch("/api/stats/auth", { json: { password: STATS_PASSWORD } });
  return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}

/** Requests a path as the operator's dashboard does, and returns the JSON. */
export async function operatorReads<T>(site: Site, path: string): Promise<T> {
  const response = await site.fetch(path, { headers: { "x-stats-session": await logInOperator(site) } });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
