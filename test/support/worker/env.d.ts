declare namespace Cloudflare {
  interface Env {
    /** The CSV of real units, or "" where it is absent. */
    REAL_UNITS: string;
    /** What the importer writes for the City's open data, or none where it is absent. */
    REAL_DATA: string[];
    /** The CSV of its registered buildings, or "". */
    REAL_BUILDINGS: string;
    /** "1" with `npm run test:long`. */
    FULL_SIZE: string;
    /** What the importer writes for the files of test/support/open-data. */
    OPEN_DATA: string[];
    MIGRATIONS: import("cloudflare:test").D1Migration[];
  }
}
