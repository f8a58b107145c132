declare namespace Cloudflare {
  interface Env extends Omit<import("../../../worker/platform/env.ts").Env, "ATTEMPTS" | "PURGES"> {
    MAILINGS: DurableObjectNamespace<import("../../../worker/platform/mailing.do.ts").Mailing>;
    ATTEMPTS: DurableObjectNamespace<import("../../../worker/platform/attempt-counter.do.ts").AttemptCounter>;
    PURGES: DurableObjectNamespace<import("../../../worker/platform/purge-gate.do.ts").PurgeGate>;
    /** The CSV of real units, or "" where it is absent. */
    REAL_UNITS: string;
    /** Known houses of the City, outlines of its neighbourhoods and its registered buildings, or "" where they are absent. */
    REAL_HOUSES: string;
    REAL_AREAS: string;
    REAL_BUILDINGS: string;
    /** "1" with `npm run test:long`. */
    FULL_SIZE: string;
    /** What the importer writes for the files of test/support/open-data. */
    OPEN_DATA: string[];
    MIGRATIONS: import("cloudflare:test").D1Migration[];
  }
  interface GlobalProps {
    mainModule: typeof import("../../../worker/index.ts");
  }
}
