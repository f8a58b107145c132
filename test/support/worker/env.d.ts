declare namespace Cloudflare {
  interface Env {
    /** The CSV of real units, or "" when it is missing. */
    REAL_UNITS: string;
    /** The importer's SQL for the City's open data; empty when it is missing. */
    REAL_DATA: string[];
    /** The CSV of the City's registered buildings, or "" when it is missing. */
    REAL_BUILDINGS: string;
    /**
     * The importer's objects for an extract of the TTC's timetable, in Base64 by their R2 keys; empty when the extract
     * is missing.
     */
    REAL_TIMETABLE: Record<string, string>;
    /** Itineraries in the TTC's timetable that were found by another program, as JSON; "" when they are missing. */
    GOLDEN_COMMUTES: string;
    GOLDEN_ADS: string;
    GOLDEN_MAILS: string;
    /** Addresses as people type them, with expected answers, as JSON; "[]" when they are missing. */
    GOLDEN_ADDRESSES: string;
    /** Rents as people type them, with expected answers, as JSON; "[]" when they are missing. */
    GOLDEN_RENTS: string;
    GOLDEN_QUERIES: string;
    GOLDEN_HOMES: string;
    /** "d1" runs every test on D1; by default, most tests run on fast-d1.ts. */
    DATABASE: string;
    /** Set to "1" by `npm run test:long`. */
    FULL_SIZE: string;
    /** The importer's SQL for test/support/open-data. */
    OPEN_DATA: string[];
    /** SQL of the schema that results from the migrations. */
    SCHEMA: string;
  }
}
