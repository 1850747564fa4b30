// Runs the program in this process, so that signals and exit codes need no relay. Node itself
// strips no types below node_modules. The settings of the working folder's tsconfig.json are for
// its own program, not for this one.
import("tsx/esm/api").then(({ register }) => {
  register({ tsconfig: false });
  return import("../main.ts");
});
