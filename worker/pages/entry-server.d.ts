/** The one door from the worker to the browser's code: src/entry-server.tsx, resolved by the bundler. */
declare module "#entry-server" {
  export const renderPage: import("../contracts/page.ts").RenderPage;
}
