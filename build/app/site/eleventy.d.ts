/** Types for the part of Eleventy that is used here; the package has none. */
declare module "@11ty/eleventy" {
  interface ListedTemplate {
    url: string;
    data: { title?: string; description?: string; words?: string };
  }

  interface UserConfig {
    addCollection(name: string, list: (all: { getAll(): ListedTemplate[] }) => ListedTemplate[]): void;
    ignores: Set<string>;
    setUseGitIgnore(enabled: boolean): void;
    setTemplateFormats(formats: readonly string[]): void;
    setIncludesDirectory(folder: string): void;
    setLayoutsDirectory(folder: string): void;
    setDataDirectory(folder: string): void;
    addGlobalData(name: string, value: unknown): void;
  }

  interface Options {
    source?: "script";
    quietMode?: boolean;
    configPath?: string | undefined;
    config?: (config: UserConfig) => void;
  }

  /** `outputPath` begins with the output folder; `false`: the template writes no file. */
  interface RenderedPage {
    url: string;
    inputPath: string;
    outputPath: string | false;
    content: string;
  }

  export default class Eleventy {
    constructor(input: string, output: string, options?: Options);
    disableLogger(): void;
    toJSON(): Promise<RenderedPage[]>;
  }
}
