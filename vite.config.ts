import { fileURLToPath } from "node:url";
import { cloudflare } from "@cloudflare/vite-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react(), tailwindcss(), cloudflare({ viteEnvironment: { name: "worker" } })],
  resolve: { alias: { "#entry-server": fileURLToPath(new URL("./src/entry-server.tsx", import.meta.url)) } },
  environments: { client: { build: { manifest: true } } },
});
