declare namespace Cloudflare {
  interface Env extends Omit<import("../../../worker/platform/env.ts").Env, "ATTEMPTS"> {
    MAILINGS: DurableObjectNamespace<import("../../../worker/platform/mailing.do.ts").Mailing>;
    ATTEMPTS: DurableObjectNamespace<import("../../../worker/platform/attempt-counter.do.ts").AttemptCounter>;
    /** The CSV of real units, or "" where it is absent. */
    REAL_UNITS: string;
    /** What the importer writes for the files of test/support/open-data. */
    OPEN_DATA: string[];
    MIGRATIONS: import("cloudflare:test").D1Migration[];
  }
  interface GlobalProps {
    mainModule: typeof import("../../../worker/index.ts");
  }
}
