import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Variables with which programs run that lie unpacked in a folder, not installed. */
export function createDebianEnvironment(folder: string): NodeJS.ProcessEnv {
  const libraries = join(folder, "usr/lib");
  return {
    PATH: [join(folder, "usr/bin"), process.env["PATH"]].join(delimiter),
    HOME: folder,
    LANG: "C.UTF-8",
    PYTHONPATH: join(libraries, "python3/dist-packages"),
    LD_LIBRARY_PATH: (existsSync(libraries) ? listLibraryFolders(libraries) : []).join(delimiter),
  };
}

/** Some libraries are in folders of their own, which links of an installation would name. */
function listLibraryFolders(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const here = entries.some(({ name }) => /\.so(?:\.\d+)*$/.test(name)) ? [folder] : [];
  const below = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith("python"));
  return [...here, ...below.flatMap(({ name }) => listLibraryFolders(join(folder, name)))];
}
