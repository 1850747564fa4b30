import fc from "fast-check";
import { readSeed } from "./seed.ts";

// Every property of the unit tests starts from one seed, so that a failure repeats.
fc.configureGlobal({ seed: readSeed() });
