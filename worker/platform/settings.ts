import { eq } from "drizzle-orm";
import type { Deps } from "./deps.ts";
import { settings } from "./tables.ts";

/** A switch by its name; null when nobody has set it. */
export async function readSetting(deps: Deps, name: string): Promise<string | null> {
  const [row] = await deps.db.select().from(settings).where(eq(settings.name, name)).limit(1);
  return row?.value ?? null;
}

/** The statement that sets a switch. */
export function setSetting(deps: Deps, name: string, value: string) {
  return deps.db.insert(settings).values({ name, value }).onConflictDoUpdate({ target: settings.name, set: { value } });
}
