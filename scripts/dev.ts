// `npm run dev`: like `npm start`, with hot reload instead of a build, on http://localhost:5173.
import { createServer } from "vite";
import { logLevel, startLocally } from "./local-start.ts";

await startLocally({
  defaultPort: 5173,
  async serve(port) {
    const server = await createServer({
      logLevel: logLevel(),
      server: { port, strictPort: true, host: "localhost" },
    });
    await server.listen();
    // Requests a page, so that the worker and the pages are compiled. The first time, this takes as long as a build.
    // The error page for a mistake in the code also counts as a response.
    await (await fetch(`http://localhost:${port}/`)).arrayBuffer();
  },
});
