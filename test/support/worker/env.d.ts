declare namespace Cloudflare {
  interface Env {
    /** The CSV of real units, or "" when it is missing. */
    REAL_UNITS: string;
    /** The importer's SQL for the City's open data; empty when it is missing. */
    REAL_DATA: string[];
    /** The CSV of its registered buildings, or "". */
    REAL_BUILDINGS: string;
    /** "1" with `npm run test:long`. */
    FULL_SIZE: string;
    /** The importer's SQL for test/support/open-data. */
    OPEN_DATA: string[];
    MIGRATIONS: import("cloudflare:test").D1Migration[];
  }
}
