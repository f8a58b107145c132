import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Open data of the City as it was downloaded, and real advertised units. The files are too large for the repository and lie
 * beside it on some machines; docs/open-data.md says where each set comes from. This is the only file that names the folder.
 */
const FOLDER = fileURLToPath(new URL("../../../../shared/toronto", import.meta.url));

const FILES = {
  /** Advertised units with their addresses and rents. */
  units: "advertised_units_2025-05.csv",
  /** Registered rental buildings with their postal areas. */
  buildings: "rentsafe_buildings.csv",
} as const;

/** The folder with all open data; null where it is absent. */
export const realDataFolder = (): string | null => (existsSync(FOLDER) ? FOLDER : null);

/** The text of a file; "" where it is absent, and tests that need it say that they are skipped. */
export function realText(name: keyof typeof FILES): string {
  const path = `${FOLDER}/${FILES[name]}`;
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
