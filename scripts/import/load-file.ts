import { type Area, type AreaSet, readAreas } from "./area-sets.ts";
import type { CsvSet } from "./csv-set.ts";
import { type Houses, houseKey, readRows, type Scan, scanCsv, makeTally } from "./scan-csv.ts";
import { AREAS, type House, replaceCells, type Table, upserts } from "./statements.ts";
import type { Target } from "./target.ts";

/** A completely read file, ready to be written. */
export interface Readable extends Scan {
  table: Table;
  /** Writes all its rows. Rejects when the file has changed since. */
  write: (target: Target, version: string) => Promise<void>;
}

async function writeCsv(
  path: string,
  set: CsvSet,
  scan: { contentHash: string; houses: Houses },
  target: Target,
  version: string,
) {
  const rows = upserts(set.table, version);
  const fillers = upserts(set.table, version, true);
  const send = async (statement: string | undefined) => {
    if (statement !== undefined) await target.write([statement]);
  };
  const reader = readRows(path, set, makeTally());
  for (;;) {
    const next = await reader.next();
    if (next.done === true) {
      if (next.value.hash !== scan.contentHash)
        throw new Error("The file was changed while it was read. Import it again.");
      break;
    }
    const { values, fillers: more = [], house } = next.value;
    const place = house && scan.houses.get(houseKey(house));
    const placed = place ? values.toSpliced(set.placeAt, 2, place.latitude, place.longitude) : values;
    await send(rows.add(placed));
    for (const filler of more) await send(fillers.add(filler));
  }
  await send(rows.take());
  await send(fillers.take());
}

async function readAreaFile(path: string, set: AreaSet): Promise<Readable> {
  const { hash, features } = await readAreas(path, set);
  const tally = makeTally();
  const areas = new Map<string, Area>();
  for (const [index, feature] of features.entries()) {
    if ("refused" in feature) tally.refused(index + 1, feature.refused);
    else if (areas.has(feature.id)) tally.duplicate();
    else {
      areas.set(feature.id, feature);
      tally.loaded();
    }
  }
  return {
    hash,
    tally: tally.result(),
    isCut: "no",
    table: AREAS,
    async write(target, version) {
      for (const { id, values, cells } of areas.values()) {
        const row = upserts(AREAS, version);
        row.add(values);
        await target.write([row.take() ?? "", ...replaceCells(id, cells)]);
      }
    },
  };
}

/** Reads a file completely without writing. Rejects when its content does not match its name. */
export async function readFile(
  path: string,
  set: CsvSet | AreaSet,
  findHouses: (houses: readonly House[]) => Promise<Houses>,
): Promise<Readable> {
  if ("kind" in set) return readAreaFile(path, set);
  const scan = await scanCsv(path, set, findHouses);
  return { ...scan, table: set.table, write: (target, version) => writeCsv(path, set, scan, target, version) };
}
