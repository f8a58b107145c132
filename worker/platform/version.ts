declare global {
  interface ImportMetaEnv {
    /** Set by vite.config.ts; missing in tests. */
    readonly APP_VERSION?: string;
  }
}

/** The version of the running build: a hash of its sources (scripts/app-version.ts). */
export const APP_VERSION: string = import.meta.env.APP_VERSION ?? "development";
