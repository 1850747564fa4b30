import { OperationalError } from "../../lib/operational-error.ts";

/**
 * A registry with one more entry: an import beside those of the same folder, and the name after the
 * last entry that comes from there, with a note if the entries of the registry have one. The
 * formatter sorts the imports.
 */
export function addRegistryEntry(registry: string, folder: string, file: string, name: string, note = ""): string {
  const lines = registry.split("\n");
  const imports = lines.flatMap((line, index) => {
    const imported = new RegExp(`^import \\{ (\\w+) \\} from "\\./${folder}/`).exec(line)?.[1];
    return imported === undefined ? [] : [{ index, imported }];
  });
  const names = new Set(imports.map(({ imported }) => imported));
  const last = lines.findLastIndex((line) => names.has(/^ {2}(\w+),( \/\/ .*)?$/.exec(line)?.[1] ?? ""));
  const lastImport = imports.at(-1)?.index;
  if (lastImport === undefined || last === -1) {
    throw new OperationalError(`The registry has no entry from ./${folder}/ beside which ${name} belongs.`);
  }
  return lines
    .toSpliced(last + 1, 0, `  ${name},${note && ` // ${note}`}`)
    .toSpliced(lastImport + 1, 0, `import { ${name} } from "./${folder}/${file}.ts";`)
    .join("\n");
}
