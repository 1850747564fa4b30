/** The folder that it runs in lies where Git ignores everything, which is no reason to leave templates out. */
export default function configure(config) {
  config.setUseGitIgnore(false);
  return { dir: { input: "pages", output: "output" } };
}
