import { createWorker } from "../../kit/serve/worker.ts";
import { served } from "./served.ts";

/** Published as `_worker.js`. */
export default createWorker(served);
