import { startServiceWorker } from "../../kit/serve/service-worker.ts";
import { served } from "./served.ts";

/* Published as `sw.js`. */

startServiceWorker(served);
