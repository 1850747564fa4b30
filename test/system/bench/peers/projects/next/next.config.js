/** Its own folder is the root: it would take the nearest lock file above it for one. */
export default { output: "export", turbopack: { root: import.meta.dirname } };
