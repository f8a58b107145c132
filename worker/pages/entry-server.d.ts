/** The only import of browser code by the worker: src/entry-server.tsx, resolved by the bundler. */
declare module "#entry-server" {
  export const renderPage: import("../contracts/page.ts").RenderPage;
}
