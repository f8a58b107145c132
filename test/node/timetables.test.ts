import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { seedTimetable } from "../../scripts/demo/seed-timetable.ts";
import { importFolder } from "../../scripts/import/import-folder.ts";
import type { Target } from "../../scripts/import/target.ts";
import { DAY_MS } from "../../worker/contracts/days.ts";
import {
  TIMETABLE_KEY,
  timetableDayKey,
  type TimetableManifest,
  decodeTimetable,
  DROP_OFF,
  encodeTimetable,
  FORBIDDEN_TRANSFER,
  PICKUP,
} from "../../worker/transit/format.ts";
import { feedZip, tripsIn, withMore } from "../support/node/feeds.ts";
import { makeFolder } from "../support/node/import-folder.ts";
import { memoryBucket } from "../support/node/memory-bucket.ts";
import { realFeedFile } from "../support/node/real-data.ts";

const TODAY = new Date("2026-11-18T12:00:00Z");
const CALENDAR = "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date";
const STOP_TIMES = "trip_id,arrival_time,departure_time,stop_id,stop_sequence";

const NO_DATABASE: Target = {
  name: "nothing",
  query: () => Promise.resolve([]),
  write: () => Promise.resolve(),
  settle: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

type Store = ReturnType<typeof memoryBucket>;

/** Imports the files of a folder into a bucket. */
async function importing(files: Record<string, string | Uint8Array>, store: Store = memoryBucket(), now = TODAY) {
  using folder = makeFolder(files);
  const target: Target = { ...NO_DATABASE, bucket: () => Promise.resolve(store.bucket) };
  const { files: reports, left } = await importFolder({ folder: folder.path, target, now });
  const manifest = () => store.json<TimetableManifest>(TIMETABLE_KEY);
  const day = (name: string) => {
    const file = store.objects.get(timetableDayKey(manifest().version, name));
    if (file === undefined) throw new Error(`${name} is not stored.`);
    return decodeTimetable(file.buffer);
  };
  return { store, reports, left, manifest, day, trips: (name = "weekday") => tripsIn(day(name)) };
}

/** Imports one feed. */
const importFeed = (rows: Parameters<typeof feedZip>[0] = {}) => importing({ "feed.zip": feedZip(rows) });

describe("the import of a timetable", () => {
  it("stores its days, and then the manifest that lists them", async () => {
    const { store, reports, manifest, day } = await importFeed();
    const { version } = manifest();
    expect(version).toMatch(/^2026-11-18-[0-9a-f]{8}$/);
    expect(store.changes).toEqual([
      ...["weekday", "saturday", "sunday"].map((name) => `put ${timetableDayKey(version, name)}`),
      `put ${TIMETABLE_KEY}`,
    ]);
    expect(manifest()).toMatchObject({
      previous: null,
      label: null,
      feeds: [
        {
          name: "Oak Transit",
          validFrom: "2026-11-02",
          validUntil: "2026-11-27",
          attribution: "Timetable: Oak Transit",
        },
      ],
      attributions: ["Timetable: Oak Transit"],
      validFrom: "2026-11-02",
      validUntil: "2026-11-27",
      days: ["weekday", "saturday", "sunday"],
      dates: { "2026-11-18": "weekday", "2026-11-21": "saturday", "2026-11-22": "sunday" },
    });
    expect(day("weekday")).toMatchObject({
      day: "weekday",
      lines: [{ name: "7", color: "00AAFF", mode: "bus" }],
      stopNames: ["Ash", "Birch", "Cedar"],
      latitude: Int32Array.of(43_650_000, 43_660_000, 43_680_000),
    });
    expect(reports).toMatchObject([
      { file: "feed.zip", version, isSame: false, tally: { read: 14, loaded: 14, refused: 0 } },
    ]);
  });

  it("shares the running times of trips with equal durations", async () => {
    const { trips, day } = await importFeed();
    expect(trips()).toEqual([
      ["7: Ash 08:00, Birch 08:05/08:06, Cedar 08:10", "7: Ash 08:10, Birch 08:15/08:16, Cedar 08:20"],
    ]);
    expect([...day("weekday").seconds]).toEqual([0, 300, 600, 0, 360, 600]);
  });

  it("imports an identical feed only once, keeps the previous timetable, and deletes the one before it", async () => {
    const store = memoryBucket();
    const feeds = ["08:10:00", "08:11:00", "08:12:00"].map((time) =>
      feedZip({ stop_times: [STOP_TIMES, "t1,08:00:00,08:00:00,A,1", `t1,${time},${time},C,2`] }),
    );
    const versions: string[] = [];
    for (const feed of feeds) versions.push((await importing({ "feed.zip": feed }, store)).manifest().version);
    const kept = (version = "") => store.objects.has(timetableDayKey(version, "weekday"));
    expect(versions.map(kept)).toEqual([false, true, true]);
    const before = store.changes.length;
    const tomorrow = new Date("2026-11-19T12:00:00Z");
    const { reports } = await importing({ "feed.zip": feeds[2] ?? "" }, store, tomorrow);
    expect(reports).toMatchObject([{ version: versions[2], isSame: true }]);
    expect(store.changes).toHaveLength(before);
  });

  it("keeps the current timetable when it is interrupted, and can be repeated", async () => {
    const { store, manifest } = await importFeed();
    const { version } = manifest();
    store.breakAt("sunday.bin");
    const other = {
      "feed.zip": feedZip({
        trips: ["route_id,service_id,trip_id", "r,week,t1", "r,week,t2", "r,week,t3"],
        stop_times: withMore("stop_times", "t3,09:00:00,09:00:00,A,1", "t3,09:10:00,09:10:00,C,2"),
      }),
    };
    const failed = await importing(other, store);
    expect(failed.reports).toMatchObject([{ version: null, failure: "The connection broke." }]);
    expect(manifest().version).toBe(version);
    store.breakAt(null);
    const repeated = await importing(other, store);
    expect(repeated.manifest()).toMatchObject({ previous: { version } });
    expect(repeated.trips().flat()).toContain("7: Ash 09:00, Cedar 09:10");
  });

  it("merges feeds, and covers only the dates on which all of them are valid", async () => {
    const other = feedZip({
      agency: ["agency_name", "GO Transit"],
      routes: ["route_id,route_short_name,route_long_name,route_type", "r,,Lakeshore West,2"],
      calendar: [CALENDAR, "week,1,1,1,1,1,1,1,20261116,20261206"],
    });
    const { manifest, trips, day } = await importing({ "a.zip": feedZip(), "b.zip": other });
    expect(manifest()).toMatchObject({ validFrom: "2026-11-16", validUntil: "2026-11-27" });
    expect(manifest().attributions[1]).toMatch(
      /^Data used in this product or service is provided with the permission of Metrolinx\./,
    );
    expect(trips()).toEqual([
      [expect.stringMatching(/^7: Ash 08:00/), expect.stringMatching(/^7: Ash 08:10/)],
      [expect.stringMatching(/^Lakeshore West: Ash 08:00/), expect.stringMatching(/^Lakeshore West: Ash 08:10/)],
    ]);
    expect(trips("saturday")).toHaveLength(1);
    expect(day("weekday").stopNames).toHaveLength(6);
  });

  it("lists unrelated files as left over, and does not read them", async () => {
    const { left, reports, store } = await importing({
      "photos.zip": feedZip({ stops: null, trips: null, stop_times: null }),
      "notes.zip": "hello",
    });
    expect(left.map(({ file }) => file).toSorted()).toEqual(["notes.zip", "photos.zip"]);
    expect(reports).toEqual([]);
    expect(store.changes).toEqual([]);
  });
});

describe("a day of a timetable", () => {
  it("has its own trips, and those of the previous evening that run past midnight", async () => {
    const { trips, manifest } = await importFeed({
      calendar: [CALENDAR, "week,1,1,1,1,1,0,0,20261102,20261127", "sat,0,0,0,0,0,1,0,20261102,20261127"],
      trips: ["route_id,service_id,trip_id", "r,week,t1", "r,sat,t2"],
      stop_times: [
        STOP_TIMES,
        "t1,23:50:00,23:50:00,A,1",
        "t1,24:10:00,24:10:00,B,2",
        "t2,25:00:00,25:00:00,A,1",
        "t2,25:10:00,25:10:00,C,2",
      ],
    });
    expect(trips("weekday")).toEqual([["7: Ash -00:10, Birch 00:10", "7: Ash 23:50, Birch 24:10"]]);
    expect(trips("saturday")).toEqual([["7: Ash -00:10, Birch 00:10"], ["7: Ash 25:00, Cedar 25:10"]]);
    expect(trips("sunday")).toEqual([["7: Ash 01:00, Cedar 01:10"]]);
    // After a Sunday without trains, no trips continue into Monday.
    expect(manifest().dates).toMatchObject({ "2026-11-09": "2026-11-23", "2026-11-10": "weekday" });
    expect(trips("2026-11-23")).toEqual([["7: Ash 23:50, Birch 24:10"]]);
  });

  it("is stored by its date when its services are unusual, and a holiday is not a usual day", async () => {
    const { manifest, trips } = await importFeed({
      calendar: [CALENDAR, "week,1,1,1,1,1,0,0,20261102,20261127", "holiday,0,0,0,0,0,0,0,20261102,20261127"],
      calendar_dates: [
        "service_id,date,exception_type",
        "week,20261118,2",
        "holiday,20261118,1",
        "holiday,20261125,1",
        "week,20261125,2",
      ],
      trips: ["route_id,service_id,trip_id", "r,week,t1", "r,holiday,t2"],
    });
    expect(trips("weekday").flat()).toEqual([expect.stringContaining("Ash 08:00")]);
    expect(trips("2026-11-18").flat()).toEqual([expect.stringContaining("Ash 08:10")]);
    expect(manifest().dates).toMatchObject({
      "2026-11-17": "weekday",
      "2026-11-18": "2026-11-18",
      "2026-11-25": "2026-11-18",
    });
  });

  it("is the same for services with different names that run the same trips", async () => {
    const days = Array.from({ length: 14 }, (_, nth) => `202611${String(nth + 2).padStart(2, "0")}`);
    const { manifest } = await importFeed({
      calendar: null,
      calendar_dates: ["service_id,date,exception_type", ...days.map((day) => `s${day},${day},1`)],
      trips: ["route_id,service_id,trip_id", ...days.map((day) => `r,s${day},t${day}`)],
      stop_times: [
        STOP_TIMES,
        ...days.flatMap((day) => [`t${day},08:00:00,08:00:00,A,1`, `t${day},08:10:00,08:10:00,C,2`]),
      ],
    });
    expect(manifest().days).toEqual(["weekday", "saturday", "sunday"]);
  });

  it("contains trips given as frequencies, exact or not, up to their end", async () => {
    const { trips } = await importFeed({
      frequencies: [
        "trip_id,start_time,end_time,headway_secs,exact_times",
        "t1,06:00:00,06:20:00,600,0",
        "t2,07:00:00,07:05:00,240,1",
      ],
    });
    expect(trips()).toEqual([
      ["06:00", "06:10", "07:00", "07:04"].map((time) => expect.stringContaining(`7: Ash ${time},`)),
    ]);
  });

  it("splits a pattern when a trip overtakes another one, and counts identical trips once", async () => {
    const { trips } = await importFeed({
      trips: withMore("trips", "r,week,fast", "r,week,twin"),
      stop_times: withMore(
        "stop_times",
        "fast,08:01:00,08:01:00,A,1",
        "fast,08:03:00,08:03:00,B,2",
        "fast,08:04:00,08:04:00,C,3",
        "twin,08:10:00,08:10:00,A,1",
        "twin,08:15:00,08:16:00,B,2",
        "twin,08:20:00,08:20:00,C,3",
      ),
    });
    expect(trips()).toEqual([
      [expect.stringContaining("Ash 08:00"), expect.stringContaining("Ash 08:10")],
      ["7: Ash 08:01, Birch 08:03, Cedar 08:04"],
    ]);
  });

  it("records at which stops passengers may get on and off", async () => {
    const { day } = await importFeed({
      trips: ["route_id,service_id,trip_id", "r,week,t1"],
      stop_times: [
        `${STOP_TIMES},pickup_type,drop_off_type`,
        "t1,08:00:00,08:00:00,A,1,0,1",
        "t1,08:05:00,08:05:00,B,2,1,",
        "t1,08:10:00,08:10:00,C,3,3,2",
      ],
    });
    expect([...day("weekday").patternAccess]).toEqual([PICKUP, DROP_OFF, PICKUP | DROP_OFF]);
  });

  it.each<[what: string, column: string, rows: string[]]>([
    ["by the feed's own distances", ",shape_dist_traveled", [",0", ",1", ",4"]],
    ["by distances as the crow flies", "", ["", "", ""]],
  ])("fills in missing times %s", async (_, column, [a, b, c]) => {
    const { trips } = await importFeed({
      trips: ["route_id,service_id,trip_id", "r,week,t1"],
      stop_times: [STOP_TIMES + column, `t1,08:00:00,08:00:00,A,1${a}`, `t1,,,B,2${b}`, `t1,08:20:00,,C,3${c}`],
    });
    expect(trips()).toEqual([[`7: Ash 08:00, Birch ${column === "" ? "08:06:40" : "08:05"}, Cedar 08:20`]]);
  });

  it("names platforms after their station, and follows the feed's rules for transfers", async () => {
    const { day } = await importFeed({
      stops: [
        "stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station",
        "S,Elm Station,43.65,-79.40,1,",
        "A,Platform 1,43.65,-79.40,0,S",
        "B,Birch,43.66,-79.40,,",
        "C,Cedar,43.68,-79.40,,",
      ],
      transfers: [
        "from_stop_id,to_stop_id,transfer_type,min_transfer_time",
        "S,B,2,90",
        "A,C,3,",
        "B,C,0,",
        "A,B,2,120",
        "C,A,2,99999",
      ],
    });
    const { stopNames, transferFrom, transferTo, transferSeconds } = day("weekday");
    const name = (stop: number) => stopNames[stop];
    expect(
      Array.from(transferFrom, (from, nth) => [name(from), name(transferTo[nth] ?? 0), transferSeconds[nth]]),
    ).toEqual([
      ["Elm Station", "Birch", 120],
      ["Elm Station", "Cedar", FORBIDDEN_TRANSFER],
      ["Cedar", "Elm Station", FORBIDDEN_TRANSFER - 1],
    ]);
  });

  it("is parsed from files with any column order, quotes and line breaks", async () => {
    const shuffled = [
      "t2,08:20:00,08:20:00,C,3",
      "t1,08:05:00,08:06:00,B,2",
      "t2,08:10:00,08:10:00,A,1",
      "t1,08:10:00,08:10:00,C,3",
      "t2,08:15:00,08:16:00,B,2",
      "t1,08:00:00,08:00:00,A,1",
    ];
    const { trips, reports } = await importFeed({
      stops: [
        "\uFEFFstop_lon,stop_id,stop_lat,stop_name\r",
        '-79.40,A,43.65,"Ash, ""north""\nside"\r',
        "-79.40,B,43.66,Birch\r",
        "-79.40,C,43.68,Cedar\r",
      ],
      stop_times: [STOP_TIMES, ...shuffled],
    });
    expect(trips()).toEqual([
      ['7: Ash, "north" side 08:00, Birch 08:05/08:06, Cedar 08:10', expect.stringContaining("Birch 08:15/08:16")],
    ]);
    expect(reports).toMatchObject([{ tally: { read: 14, refused: 0 } }]);
  });
});

describe("the TTC's own timetable", () => {
  it.skipIf(realFeedFile === null)("is imported completely, with a holiday on its date", async () => {
    const { manifest, reports, day, trips } = await importing({ "ttc.zip": readFileSync(realFeedFile ?? "") });
    expect(reports).toMatchObject([{ failure: null, tally: { read: 80_301, refused: 0, warned: 0 } }]);
    expect(manifest()).toMatchObject({
      validFrom: "2026-11-08",
      validUntil: "2026-12-12",
      attributions: ["Contains information licensed under the Open Government Licence – Toronto."],
      days: ["weekday", "saturday", "sunday", "2026-11-18"],
    });
    const { stopNames, tripStart, lines } = day("weekday");
    expect([stopNames.length, tripStart.length, lines.length]).toEqual([1_280, 1_787, 21]);
    expect(trips().flat()).toContainEqual(expect.stringMatching(/^1: .*Finch SB 08:27, .*Union NB/));
    expect(trips("2026-11-18").flat()).toContainEqual(expect.stringMatching(/^1: .*Finch SB 10:59, /));
  });
});

describe("the demo's timetable", () => {
  it("contains all stations of the five lines on each kind of day, and is replaced only by an import", async () => {
    const { bucket, ...store } = memoryBucket();
    const now = Date.parse("2026-11-18T12:00:00Z");
    expect(await seedTimetable(bucket, now)).toBe("Demo timetable: 5 lines, valid to 2027-11-17.");
    const manifest = () => store.json<TimetableManifest>(TIMETABLE_KEY);
    expect(manifest()).toMatchObject({
      label: "Subway only (sample timetable)",
      validFrom: "2026-11-18",
      days: ["weekday", "saturday", "sunday"],
    });
    for (const name of manifest().days) {
      const file = store.objects.get(timetableDayKey(manifest().version, name));
      const { lines, stopNames } = decodeTimetable(file?.buffer ?? new ArrayBuffer());
      expect([name, lines.map((line) => line.name).join(" "), stopNames.length]).toEqual([name, "1 2 4 5 6", 109]);
    }
    const again = "Demo timetable: nothing to do, there is one already.";
    expect(await seedTimetable(bucket, now)).toBe(again);
    await importing({ "feed.zip": feedZip() }, { bucket, ...store });
    expect(await seedTimetable(bucket, now + 300 * DAY_MS)).toBe(again);
    expect(manifest().label).toBeNull();
  });
});

describe("a broken feed", () => {
  const stopTime = (...rows: readonly string[]) => ({ stop_times: withMore("stop_times", ...rows) });
  it.each<[what: string, rows: Parameters<typeof feedZip>[0], says: { file: string; at: number; text: string }]>([
    ["without a file", { routes: null }, { file: "routes.txt", at: 0, text: "is missing" }],
    ["with an empty file", { routes: [] }, { file: "routes.txt", at: 0, text: "is empty" }],
    [
      "without a column",
      { stops: ["stop_id,stop_name,stop_lat", "A,Ash,43.65"] },
      { file: "stops.txt", at: 1, text: "no column stop_lon" },
    ],
    [
      "with an unknown stop",
      stopTime("t2,08:30:00,08:30:00,Z,4"),
      { file: "stop_times.txt", at: 8, text: 'unknown stop_id "Z"' },
    ],
    [
      "with an unknown trip",
      stopTime("t9,08:30:00,08:30:00,A,1"),
      { file: "stop_times.txt", at: 8, text: 'unknown trip_id "t9"' },
    ],
    [
      "with an unknown service",
      { trips: withMore("trips", "r,never,t3") },
      { file: "trips.txt", at: 4, text: 'unknown service_id "never"' },
    ],
    [
      "with an unknown line",
      { trips: withMore("trips", "x,week,t3") },
      { file: "trips.txt", at: 4, text: 'unknown route_id "x"' },
    ],
    [
      "with a time that is none",
      stopTime("t2,08:61:00,08:61:00,A,4"),
      { file: "stop_times.txt", at: 8, text: 'arrival_time is not a time: "08:61:00"' },
    ],
    [
      "with a time that goes backwards",
      stopTime("t2,08:19:00,08:19:00,A,4"),
      { file: "stop_times.txt", at: 8, text: "the time is before that of the stop before: it goes backwards" },
    ],
    [
      "with a departure before the arrival",
      stopTime("t2,08:30:00,08:29:00,A,4"),
      { file: "stop_times.txt", at: 8, text: "departure 08:29:00 is before arrival" },
    ],
    [
      "with a stop sequence twice",
      stopTime("t2,08:30:00,08:30:00,A,3"),
      { file: "stop_times.txt", at: 8, text: "stop_sequence 3 appears twice in its trip" },
    ],
    [
      "without the last time of a trip",
      stopTime("t2,,,A,4"),
      { file: "stop_times.txt", at: 8, text: "the last stop of a trip has no time" },
    ],
    [
      "with coordinates out of range",
      { stops: withMore("stops", "D,Dogwood,143.7,-79.4") },
      { file: "stops.txt", at: 5, text: 'stop_lat is out of range: "143.7"' },
    ],
    [
      "of another region",
      { stops: ["stop_id,stop_name,stop_lat,stop_lon", "A,a,45.5,-73.6", "B,b,45.5,-73.6", "C,c,45.5,-73.6"] },
      { file: "stops.txt", at: 0, text: "has no stop in the Greater Toronto Area" },
    ],
    [
      "without a calendar",
      { calendar: null },
      { file: "calendar.txt", at: 0, text: "is missing, and so is calendar_dates.txt: no service" },
    ],
    [
      "without a day of service",
      { calendar: [CALENDAR, "week,0,0,0,0,0,0,0,20261102,20261127"] },
      { file: "calendar.txt", at: 0, text: "no service: none of its trips ever runs" },
    ],
    [
      "with a day that is none",
      { calendar: [CALENDAR, "week,1,1,1,1,1,0,0,20261102,20261131"] },
      { file: "calendar.txt", at: 2, text: 'end_date is not a day: "20261131"' },
    ],
    [
      "with a headway of nothing",
      { frequencies: ["trip_id,start_time,end_time,headway_secs", "t1,06:00:00,07:00:00,0"] },
      { file: "frequencies.txt", at: 2, text: 'headway_secs is below 10: "0"' },
    ],
    [
      "with too many cells",
      { routes: withMore("routes", "s,8,Elm,3,,,") },
      { file: "routes.txt", at: 3, text: "7 columns where the header has 5" },
    ],
    [
      "with a quote that is not closed",
      { routes: withMore("routes", 's,8,"Elm,3,') },
      { file: "routes.txt", at: 3, text: "a quote is not closed, or is within a text" },
    ],
  ])("%s is refused with its file and line, and changes nothing", async (_, rows, says) => {
    const { store, reports } = await importFeed(rows);
    expect(reports).toMatchObject([{ version: null, failure: "The feed is broken, and nothing of it is used." }]);
    expect(reports[0]?.tally?.refusals[0]).toEqual(says);
    expect(store.changes).toEqual([]);
  });

  it.each([
    ["was cut off", feedZip().subarray(0, -30), "This zip file is cut off or damaged. Download it again."],
    ["is damaged", feedZip().fill(0, 45, 60), "The feed is broken, and nothing of it is used."],
  ])("whose zip file %s is refused", async (_, zip, failure) => {
    const { store, reports } = await importing({ "feed.zip": zip });
    expect(reports).toMatchObject([{ failure }]);
    expect(store.changes).toEqual([]);
  });

  it("prevents the import of the other feeds", async () => {
    const { store, reports } = await importing({ "a.zip": feedZip(), "b.zip": feedZip({ routes: null }) });
    expect(reports.map(({ failure }) => failure)).toEqual([
      expect.stringMatching(/^b\.zip is broken, and a timetable without it would have gaps/),
      "The feed is broken, and nothing of it is used.",
    ]);
    expect(store.changes).toEqual([]);
  });
});

describe("a file of a day", () => {
  it("is decoded only if it is undamaged", async () => {
    const { day } = await importFeed();
    const file = encodeTimetable(day("weekday"));
    expect(decodeTimetable(file.buffer)).toEqual(day("weekday"));
    expect(() => decodeTimetable(file.buffer.slice(0, -8))).toThrow("This timetable is cut off.");
    expect(() => decodeTimetable(new ArrayBuffer(3))).toThrow("This is no timetable.");
    expect(() => decodeTimetable(new TextEncoder().encode("{".repeat(64)).buffer)).toThrow("This is no timetable.");
    new Uint32Array(file.buffer)[1] = 99;
    expect(() => decodeTimetable(file.buffer)).toThrow("This timetable has format 99; 1 is read. Import it again.");
  });
});
