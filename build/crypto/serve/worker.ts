import { createWorker } from "../../kit/serve/worker.ts";
import { served } from "./served.ts";
import { warmUp } from "./warm-up.ts";

/** Published as `_worker.js`. */
export default createWorker(served, warmUp);
