import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FileReport, importFolder } from "../../scripts/import/import-folder.ts";
import { fileTarget } from "../../scripts/import/remote-target.ts";
import type { Target } from "../../scripts/import/target.ts";
import { cellOf } from "../../worker/platform/grid.ts";
import { type ImportDatabase, makeImportDatabase } from "../support/node/import-database.ts";
import { geoJson, lines, makeFolder, square } from "../support/node/import-folder.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

const TODAY = new Date("2026-11-21T12:00:00Z");
const TOMORROW = new Date("2026-11-22T12:00:00Z");
const SCHOOLS = "id,name,lat,lng";

let database: ImportDatabase;
beforeAll(async () => {
  database = await makeImportDatabase();
}, LONG_TESTS.start);
beforeEach(() => database.clear());
afterAll(() => database.target.close());

interface Run {
  now?: Date;
  target?: Target;
  acceptSmaller?: boolean;
}

/** Imports files from a temporary folder. */
async function importFiles(files: Record<string, string>, { now = TODAY, target, acceptSmaller }: Run = {}) {
  using folder = makeFolder(files);
  // Awaited here, because the folder is deleted at the end of the block.
  return await importFolder({ folder: folder.path, target: target ?? database.target, now, acceptSmaller });
}

/** Imports a single file, and returns its report. */
async function importFile(name: string, content: string, run?: Run): Promise<FileReport> {
  const { files } = await importFiles({ [name]: content }, run);
  expect(files).toHaveLength(1);
  return files[0] as FileReport;
}

const names = async () => (await database.rows("nearby_places")).map(({ name }) => name);
const refusals = ({ tally }: FileReport) => tally?.refusals.map(({ at, text }) => `${at}: ${text}`);
const counts = ({ tally }: FileReport) =>
  tally && { read: tally.read, loaded: tally.loaded, refused: tally.refused, duplicates: tally.duplicates };

describe("rows that cannot be loaded", () => {
  const BROKEN = lines(
    SCHOOLS,
    '1,"Two',
    'lines",43.7,-79.4',
    "2,No place,,",
    "3,Nowhere near,45.5,-73.6",
    "",
    "4,Not a number,43.7,west",
    "5, ,43.7,-79.4",
    "9,Fine,43.71,-79.41",
    "10,Too few,43.7",
    "9,Fine twice,43.71,-79.41",
    '11,"Fine, ""really""",43.72,-79.42',
  );
  const PROBLEMS = [
    "4: no coordinates",
    "5: outside the Greater Toronto Area: 45.5, -73.6",
    '7: longitude is not a number: "west"',
    "8: blank name",
    "10: 3 columns where the header has 4",
  ];

  it.each([
    ["Unix", BROKEN],
    ["Windows", BROKEN.replaceAll("\n", "\r\n")],
    ["old Macintosh", BROKEN.replaceAll("\n", "\r")],
    ["a byte order mark and Unix", `\uFEFF${BROKEN}`],
  ])("are listed with lines and reasons while the others are loaded, with line breaks of %s", async (_, content) => {
    const report = await importFile("schools.csv", content);
    expect(refusals(report)).toEqual(PROBLEMS);
    expect(counts(report)).toEqual({ read: 9, loaded: 3, refused: 5, duplicates: 1 });
    expect(await names()).toEqual(["Two lines", 'Fine, "really"', "Fine"]);
    expect(await database.rows("datasets")).toMatchObject([{ name: "schools", loaded: 3, refused: 5 }]);
  });

  it("are all counted, and the first twenty are printed", async () => {
    const rows = Array.from({ length: 50 }, (_, index) => `${index},School ${index},,`);
    const report = await importFile("schools.csv", lines(SCHOOLS, ...rows, "50,Good,43.7,-79.4"));
    expect(report.tally).toMatchObject({ refused: 50, loaded: 1 });
    expect(report.tally?.refusals.map(({ at }) => at)).toEqual(Array.from({ length: 20 }, (_, index) => index + 2));
  });

  it("omit texts that span several lines", async () => {
    const notes = Array.from({ length: 60 }, (_, index) => `note ${index}`).join("\n");
    const report = await importFile("schools.csv", lines(`${SCHOOLS},notes`, `1,A,43.7,-79.4,"${notes}"`, "2,B,,,"));
    expect(refusals(report)).toEqual(["62: no coordinates"]);
    expect(await names()).toEqual(["A"]);
  });
});

describe("a second import", () => {
  const files = (schools: string) => ({
    "schools.csv": schools,
    "daycares.csv": lines(SCHOOLS, "1,Little ones,43.7,-79.4"),
    "parks_osm.csv": lines("name,lat,lng", "Oak Park,43.7,-79.4", "Oak Park,43.75,-79.4"),
    "neighbourhoods_158.geojson": geoJson(square("1", "One", [-79.4, 43.7], 0.02)),
  });
  const THREE = lines(SCHOOLS, "1,A,43.7,-79.4", "2,B,43.71,-79.4", "3,O'Connor's,43.72,-79.4");

  it("of the same files changes nothing, not even the version and its day", { tags: ["rest"] }, async () => {
    const first = await importFiles(files(THREE));
    const before = await database.all();
    expect(before.nearby_places).toHaveLength(6);
    const second = await importFiles(files(THREE), { now: TOMORROW });
    expect(await database.all()).toEqual(before);
    expect(second.files.map(({ version }) => version)).toEqual(first.files.map(({ version }) => version));
    expect(second.files.every(({ isSame, deleted }) => isSame && deleted === 0)).toBe(true);
  });

  it("of a file with other rows replaces only that file's rows", { tags: ["rest"] }, async () => {
    await importFiles(files(THREE));
    const report = await importFile("schools.csv", lines(SCHOOLS, "2,B,43.71,-79.4", "4,D,43.73,-79.4"), {
      now: TOMORROW,
    });
    expect(report).toMatchObject({
      isSame: false,
      deleted: 2,
      version: expect.stringMatching(/^2026-11-22-[\da-f]{8}$/),
    });
    const places = await database.rows("nearby_places");
    expect(places.filter(({ kind }) => kind === "school").map(({ name }) => name)).toEqual(["B", "D"]);
    expect(places.filter(({ kind }) => kind !== "school")).toHaveLength(3);
    expect(await database.rows("areas")).toHaveLength(1);
  });

  it("of a truncated file changes nothing", { tags: ["rest"] }, async () => {
    await importFile("schools.csv", THREE);
    const before = await database.all();
    for (const end of [", 43.7", ',"B', ""]) {
      const report = await importFile("schools.csv", `${lines(SCHOOLS, "1,Anew,43.7,-79.4")}2${end}`);
      expect(report.failure).toContain("cut off");
      expect(await database.all()).toEqual(before);
    }
  });

  it.each([
    ["is inside a text", '2,Stray "quotes",43.7,-79.4', "at line 3"],
    ["ends before its text does", '2,"Closed too early"!,43.7,-79.4', "at line 3"],
    ["is never closed", '2,"Never closed,43.7,-79.4', "not closed"],
    ["is closed by the next text's quote", '2,"Never closed,43.7,-79.4\n3,"Another",43.7,-79.4', "at line 4"],
    ["continues beyond the maximum size of a record", `2,"${"x\n".repeat(40_000)}",43.7,-79.4`, "Max Record Size"],
  ])("of a file with a quote that %s changes nothing, and reports where it is", async (_, row, where) => {
    await importFile("schools.csv", THREE);
    const before = await database.all();
    const report = await importFile("schools.csv", lines(SCHOOLS, "1,Anew,43.7,-79.4", row, "9,Fine,43.71,-79.41"));
    expect(report.failure).toContain(where);
    expect(await database.all()).toEqual(before);
  });

  it(
    "of a file without its last line break loads it, and keeps the rows that may be missing",
    { tags: ["rest"] },
    async () => {
      await importFile("schools.csv", THREE);
      const report = await importFile("schools.csv", `${SCHOOLS}\n1,Anew,43.7,-79.4`);
      expect(report).toMatchObject({ failure: null, deleted: 0, note: expect.stringContaining("cut off") });
      expect(await names()).toEqual(["Anew", "B", "O'Connor's"]);
    },
  );

  it("of a file that is empty, or has no valid row or another header, changes nothing", async () => {
    await importFile("schools.csv", THREE);
    const before = await database.all();
    expect((await importFile("schools.csv", lines(SCHOOLS, "1,A,,"))).failure).toContain("No row of the file is valid");
    expect((await importFile("schools.csv", "")).failure).toContain("empty");
    expect((await importFile("schools.csv", lines("id,title,lat", "1,A,43.7"))).failure).toContain(
      "no column name, lat and lng",
    );
    expect(await database.all()).toEqual(before);
  });

  it("of less than half the previous rows requires a flag", { tags: ["rest"] }, async () => {
    const rows = (count: number) =>
      lines(SCHOOLS, ...Array.from({ length: count }, (_, index) => `${index},School ${index},43.7,-79.4`));
    await importFile("schools.csv", rows(1_500));
    // Truncated at a line break, at 15 percent.
    const report = await importFile("schools.csv", rows(225));
    expect(report.failure).toContain("225 rows where 1500 were loaded before");
    expect(await names()).toHaveLength(1_500);
    expect(await importFile("schools.csv", rows(749))).toMatchObject({ version: null });
    expect(await importFile("schools.csv", rows(750))).toMatchObject({ failure: null, deleted: 750 });
    await importFile("schools.csv", THREE, { acceptSmaller: true });
    expect(await names()).toEqual(["A", "B", "O'Connor's"]);
  });

  it(
    "of less than half the areas requires the same flag, from fifty areas on",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const areas = (count: number) =>
        geoJson(
          ...Array.from({ length: count }, (_, index) => square(`${index + 1}`, `N ${index}`, [-79.4, 43.7], 0.01)),
        );
      await importFile("neighbourhoods.geojson", areas(50));
      const report = await importFile("neighbourhoods.geojson", areas(24));
      expect(report.failure).toContain("24 rows where 50 were loaded before");
      expect(await database.rows("areas")).toHaveLength(50);
      await importFile("neighbourhoods.geojson", areas(25));
      await importFile("neighbourhoods.geojson", areas(1));
      expect(await database.rows("areas"), "few areas may be anything").toHaveLength(1);
    },
  );

  it("after an interrupted import repairs it, and the table is never empty in between", async () => {
    await importFiles(files(THREE));
    const other = lines(SCHOOLS, "1,New A,43.7,-79.4", "5,New E,43.7,-79.4");
    let writes = 0;
    const dying: Target = {
      ...database.target,
      write(statements) {
        writes += 1;
        if (writes > 1) throw new Error("the connection broke");
        return database.target.write(statements);
      },
    };
    const failed = await importFile("schools.csv", other, { target: dying });
    expect(failed).toMatchObject({ failure: "the connection broke", version: null });
    const seen = await database.rows("nearby_places");
    expect(seen.filter(({ kind }) => kind === "school").map(({ name }) => name)).toEqual([
      "New A",
      "B",
      "O'Connor's",
      "New E",
    ]);
    await importFile("schools.csv", other);
    const after = await database.rows("nearby_places");
    expect(after.filter(({ kind }) => kind === "school").map(({ name }) => name)).toEqual(["New A", "New E"]);
  });
});

describe("the City's address file", () => {
  const HEADER =
    "_id,ADDRESS_POINT_ID,ADDRESS_NUMBER,LINEAR_NAME_FULL,LO_NUM,LO_NUM_SUF,HI_NUM,HI_NUM_SUF,MUNICIPALITY_NAME,LONGITUDE,LATITUDE,geometry";
  const point = (longitude: number, latitude: number) =>
    `"{""type"": ""MultiPoint"", ""coordinates"": [[${longitude}, ${latitude}]]}"`;
  const FILE = lines(
    HEADER,
    `1,11,12A,Queen St E,12,A,None,None,former Toronto,,,${point(-79.35, 43.66)}`,
    "2,12,85-89,Thorncliffe Park Dr,85,,89,,East York,-79.345,43.705,",
    "3,13,89,Thorncliffe Park Dr,89,,,,East York,-79.346,43.706,",
    "4,14,12A,QUEEN STREET EAST,12,A,,,former Toronto,-79.351,43.661,",
    `5,15,7,Main St,7,,,,York,,,${point(-75, 43.7)}`,
    "6,16,,Main St,,,,,York,-79.4,43.7,",
    "7,17,1234567,Main St,,,,,York,-79.4,43.7,",
    "8,18,9,,9,,,,York,-79.4,43.7,",
  );

  const houses = async () =>
    (await database.rows("address_points")).map(
      ({ number, suffix, street, municipality, longitude }) =>
        `${number}${suffix} ${street}, ${municipality} ${longitude}`,
    );

  it("is recognized by its columns, and places each house of a range at the range's point unless the house has its own", async () => {
    const report = await importFile("download.csv", FILE);
    expect(counts(report)).toEqual({ read: 8, loaded: 3, refused: 4, duplicates: 1 });
    expect(refusals(report)).toEqual([
      "6: outside the Greater Toronto Area: 43.7, -75",
      "7: blank house number",
      '8: not a house number: "1234567"',
      "9: blank street",
    ]);
    expect(await houses()).toEqual([
      "12A queen st e, Old Toronto -79.35",
      "85 thorncliffe park dr, East York -79.345",
      "87 thorncliffe park dr, East York -79.345",
      "89 thorncliffe park dr, East York -79.346",
    ]);
    expect(await database.rows("datasets")).toMatchObject([{ name: "addresses", loaded: 3, refused: 4 }]);
  });

  it("replaces the small file of houses", async () => {
    const small = lines("number,street_norm,lat,lng,source", "12,queen st e,43.66,-79.35,rentsafe");
    await importFile("address_gazetteer.csv", small);
    expect(await houses()).toEqual(["12 queen st e,  -79.35"]);
    const { files, left } = await importFiles({ "address_gazetteer.csv": small, "Address Points - 4326.csv": FILE });
    expect(files.map(({ file }) => file)).toEqual(["Address Points - 4326.csv"]);
    expect(left).toEqual([
      { file: "address_gazetteer.csv", why: "left out: Address Points - 4326.csv is taken for the addresses" },
    ]);
    expect(await houses()).not.toContain("12 queen st e,  -79.35");
  });

  it("is not recognized when it contains other places with addresses", async () => {
    const { files, left } = await importFiles({
      "bicycle-parking.csv": lines(
        "ADDRESS_NUMBER,LINEAR_NAME_FULL,POSTAL_CODE,LATITUDE,LONGITUDE",
        "1,Queen St E,M4M,43.66,-79.35",
      ),
    });
    expect(files).toEqual([]);
    expect(left).toHaveLength(1);
  });
});

describe("rental buildings", () => {
  const HEADER = "rsn,address,fsa,year_built,storeys,units,property_type,lat,lng,score,evaluated_on";

  it("get all numbers of their range, and no impossible years", async () => {
    const report = await importFile(
      "rentsafe_buildings.csv",
      lines(
        HEADER,
        "1,85-95 THORNCLIFFE PARK DR,M4H,1968,12,200,PRIVATE,43.705,-79.345,87,2024-06-19",
        "2,10 MAIN ST,M4H,1700,3,10,TCHC,43.705,-79.345,,",
        "3,12 MAIN ST,,2027,3,10,PRIVATE,43.705,-79.345,,",
        "4,14 MAIN ST,,2028,3,10,PRIVATE,43.705,-79.345,,",
        "x,16 MAIN ST,,1990,3,10,PRIVATE,43.705,-79.345,,",
        "5,MAIN ST,,1990,3,10,PRIVATE,43.705,-79.345,,",
      ),
    );
    expect(refusals(report)).toEqual(['6: not a registration number: "x"', '7: not an address: "MAIN ST"']);
    expect(report.tally?.warnings).toEqual([
      { at: 3, text: 'year built left out: "1700"' },
      { at: 5, text: 'year built left out: "2028"' },
    ]);
    expect(await database.rows("rental_buildings")).toMatchObject([
      { rsn: 1, street: "thorncliffe park dr", lowest_number: 85, highest_number: 95, year_built: 1968, score: 87 },
      { rsn: 2, year_built: null, property_type: "TCHC", score: null, evaluated_on: null },
      { rsn: 3, year_built: 2027, fsa: null },
      { rsn: 4, year_built: null },
    ]);
  });

  it("without coordinates get those of an unambiguous house in the address table, or else 0, 0", async () => {
    const { files } = await importFiles({
      "rentsafe_buildings.csv": lines(
        HEADER,
        "1,10 MAIN ST,,1968,3,10,PRIVATE,,,,",
        "2,12 MAIN ST,,1968,3,10,PRIVATE,,,,",
        "3,14 MAIN ST,,1968,3,10,PRIVATE,,,,",
      ),
      "address_points.csv": lines(
        "ADDRESS_NUMBER,LINEAR_NAME_FULL,MUNICIPALITY_NAME,LONGITUDE,LATITUDE",
        "10,Main St,York,-79.5,43.7",
        "12,Main St,York,-79.5,43.7",
        "12,Main St,Scarborough,-79.2,43.8",
      ),
    });
    expect(files.map(counts)).toEqual([
      { read: 3, loaded: 3, refused: 0, duplicates: 0 },
      { read: 3, loaded: 3, refused: 0, duplicates: 0 },
    ]);
    expect(await database.rows("rental_buildings")).toMatchObject([
      { rsn: 1, latitude: 43.7, longitude: -79.5 },
      { rsn: 2, street: "main st", lowest_number: 12, latitude: 0, longitude: 0 },
      { rsn: 3, latitude: 0, longitude: 0 },
    ]);
  });

  it(
    "without coordinates change the version only when the address table has more of them",
    { tags: ["rest"] },
    async () => {
      const buildings = lines(HEADER, "1,10 MAIN ST,,1968,3,10,PRIVATE,,,,", "2,12 MAIN ST,,1968,3,10,PRIVATE,,,,");
      const houses = (...rows: string[]) => lines("ADDRESS_NUMBER,LINEAR_NAME_FULL,LONGITUDE,LATITUDE", ...rows);
      const first = await importFile("rentsafe_buildings.csv", buildings);
      expect(await importFile("rentsafe_buildings.csv", buildings)).toMatchObject({ isSame: true });
      await importFile("address_points.csv", houses("10,Main St,-79.5,43.7"));
      const found = await importFile("rentsafe_buildings.csv", buildings);
      expect(found.isSame).toBe(false);
      expect(found.version).not.toBe(first.version);
      expect(await importFile("rentsafe_buildings.csv", buildings)).toMatchObject({
        isSame: true,
        version: found.version,
      });
      await importFile("address_points.csv", houses("10,Main St,-79.5,43.7", "99,Main St,-79.5,43.7"));
      expect(await importFile("rentsafe_buildings.csv", buildings), "another house").toMatchObject({ isSame: true });
      await importFile("address_points.csv", houses("10,Main St,-79.5,43.7", "12,Main St,-79.51,43.7"));
      expect((await importFile("rentsafe_buildings.csv", buildings)).isSame).toBe(false);
    },
  );
});

describe("neighbourhoods", () => {
  it("are found from every cell that they overlap, and only from those after they change", async () => {
    await importFile("neighbourhoods.geojson", geoJson(square("7", "Seven", [-79.412, 43.7], 0.02)));
    const cells = async () =>
      new Set((await database.rows("area_cells")).map(({ cell_row: row, cell_column: column }) => `${row}:${column}`));
    const before = await cells();
    for (let step = 0; step <= 20; step += 1) {
      for (let along = 0; along <= 20; along += 1) {
        const { row, column } = cellOf({ latitude: 43.7 + step / 1_000, longitude: -79.412 + along / 1_000 });
        expect(before).toContain(`${row}:${column}`);
      }
    }
    const far = cellOf({ latitude: 43.74, longitude: -79.4 });
    expect(before).not.toContain(`${far.row}:${far.column}`);

    await importFile("neighbourhoods.geojson", geoJson(square("7", "Seven", [-79.3, 43.7], 0.004)));
    const after = await cells();
    expect(after.size).toBeLessThanOrEqual(4);
    expect([...after].some((cell) => before.has(cell))).toBe(false);
  });

  it("that are missing from the file lose their cells, and invalid ones are counted", async () => {
    const one = square("1", "One", [-79.4, 43.7], 0.01);
    await importFile("neighbourhoods.geojson", geoJson(one, square("2", "Two", [-79.3, 43.7], 0.01)));
    const open = { ...one, geometry: { type: "Polygon", coordinates: [[[-79.4, 43.7]]] } };
    const report = await importFile(
      "neighbourhoods.geojson",
      geoJson(one, { ...one, geometry: null }, open, square("3", "", [-79.3, 43.7], 0.01)),
    );
    expect(refusals(report)).toEqual([
      "2: neither a Polygon nor a MultiPolygon",
      "3: the outline has fewer than three corners",
      "4: blank name",
    ]);
    expect((await database.rows("areas")).map(({ id }) => id)).toEqual(["neighbourhood:1"]);
    expect(new Set((await database.rows("area_cells")).map(({ area_id: id }) => id))).toEqual(
      new Set(["neighbourhood:1"]),
    );
  });

  it("of a truncated file stay unchanged", async () => {
    const whole = geoJson(square("1", "One", [-79.4, 43.7], 0.01));
    await importFile("neighbourhoods.geojson", whole);
    const before = await database.all();
    const report = await importFile("neighbourhoods.geojson", whole.slice(0, -20));
    expect(report.failure).toContain("cut off");
    expect(await database.all()).toEqual(before);
  });

  it("get their names from the City's own files, as do former municipalities", async () => {
    const { geometry } = square("", "", [-79.4, 43.7], 0.01);
    await importFiles({
      "neighbourhoods.geojson": geoJson({
        geometry,
        properties: { AREA_NAME: "Casa Loma (96)", AREA_SHORT_CODE: "096" },
      }),
      "former_municipalities_6.geojson": geoJson(
        { geometry, properties: { AREA_NAME: "NORTH YORK" } },
        { geometry, properties: { AREA_NAME: "TORONTO" } },
      ),
    });
    expect((await database.rows("areas")).map(({ id, name }) => `${id} ${name}`)).toEqual([
      "municipality:North York North York",
      "municipality:Old Toronto Old Toronto",
      "neighbourhood:96 Casa Loma",
    ]);
  });
});

describe("an import for production", () => {
  it("splits all data into files of bounded size and loads identical rows", { tags: ["rest"] }, async () => {
    const schools = Array.from({ length: 3_000 }, (_, index) => `${index},L'École nº ${index}; "x",43.7,-79.4`);
    const files = {
      "schools.csv": lines(
        SCHOOLS,
        ...schools.map((row) => row.replace(/,(L.*?),43/, (_, name: string) => `,"${name.replaceAll('"', '""')}",43`)),
      ),
      "neighbourhoods.geojson": geoJson(square("1", "One", [-79.4, 43.7], 0.05)),
    };
    await importFiles(files);
    const expected = await database.all();
    await database.clear();

    const sizes: number[] = [];
    const statementSizes: number[] = [];
    const production = fileTarget(
      "production",
      async (path) => {
        const text = readFileSync(path, "utf8");
        sizes.push(text.length);
        const statements = text.trimEnd().split(";\n");
        statementSizes.push(...statements.map((sql) => Buffer.byteLength(sql)));
        await database.target.write(statements.map((sql) => sql.replace(/;$/, "")));
      },
      database.target.query,
      150_000,
    );
    const { files: reports } = await importFiles(files, { target: production });
    await production.close();
    expect(reports.map(({ failure }) => failure)).toEqual([null, null]);
    expect(await database.all()).toEqual(expected);
    expect(sizes.length).toBeGreaterThan(2);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(150_000);
    expect(Math.max(...statementSizes)).toBeLessThan(100_000);
  });
});

describe("the files of a folder", () => {
  it("that are missing are ignored, and bundled and unknown ones are reported as skipped", async () => {
    const { files, left } = await importFiles({
      "grocery_osm.csv": lines(
        "osm_id,name,category,lat,lng",
        "node/1,Foodland,supermarket,43.7,-79.4",
        "node/2,Corner,convenience,43.7,-79.4",
        "node/3,Farmers,marketplace,43.7,-79.4",
        "node/4,Books,books,43.7,-79.4",
      ),
      "ttc_stations.csv": lines("id,name", "a,b"),
      "fsa_centroids.csv": "",
      "market_rents.json": "{}",
      "notes.txt": "hello",
    });
    expect(files.map(({ dataset, failure }) => [dataset, failure])).toEqual([["grocery", null]]);
    expect((await database.rows("nearby_places")).map(({ kind }) => kind)).toEqual([
      "convenience",
      "marketplace",
      "supermarket",
    ]);
    expect(left.map(({ file, why }) => `${file}: ${why}`)).toEqual([
      "fsa_centroids.csv: ships with the project; nothing to import",
      "market_rents.json: ships with the project; nothing to import",
      "notes.txt: not a file of the site's open data; ignored",
      "ttc_stations.csv: ships with the project; nothing to import",
    ]);
  });

  it("that cannot be loaded do not stop the others", async () => {
    const { files } = await importFiles({
      "medical_osm.csv": "what is this",
      "parks_osm.csv": lines("name,lat,lng", "Oak Park,43.7,-79.4"),
    });
    expect(files.map(({ file, failure }) => [file, failure === null])).toEqual([
      ["medical_osm.csv", false],
      ["parks_osm.csv", true],
    ]);
    expect(await names()).toEqual(["Oak Park"]);
  });
});
