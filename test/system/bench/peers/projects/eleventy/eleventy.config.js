/** The project folder is ignored by Git, but its templates must be used. */
export default function configure(config) {
  config.setUseGitIgnore(false);
  return { dir: { input: "pages", output: "output" } };
}
