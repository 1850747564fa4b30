/** `npm run bench -- <name>`: runs `test/bench/<name>.ts`, whose default export measures and prints. */
const BENCHES: Record<string, () => Promise<{ bench: () => Promise<void> }>> = {
  render: () => import("./render.ts"),
  serve: () => import("./serve.ts"),
  site: () => import("./site.ts"),
  state: () => import("./state.ts"),
};

const name = process.argv[2] ?? "";
const load = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
if (load === undefined) {
  process.stderr.write(`There is no benchmark "${name}". There are: ${Object.keys(BENCHES).join(", ")}.\n`);
  process.exitCode = 1;
} else {
  const { bench } = await load();
  await bench();
}
