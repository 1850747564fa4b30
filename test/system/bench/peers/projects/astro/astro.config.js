import { defineConfig } from "astro/config";

export default defineConfig({ outDir: "./output" });
