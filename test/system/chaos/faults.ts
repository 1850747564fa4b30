import { BODY_FAULTS } from "./body-faults.ts";
import type { Fault } from "./fault.ts";
import { MARKET_FAULTS } from "./market-faults.ts";
import { WIRE_FAULTS } from "./wire-faults.ts";

/** Everything that an upstream is made to do wrong. */
export const FAULTS: readonly Fault[] = [...WIRE_FAULTS, ...BODY_FAULTS, ...MARKET_FAULTS];
