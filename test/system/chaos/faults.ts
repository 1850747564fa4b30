import { BODY_FAULTS } from "./body-faults.ts";
import type { Fault } from "./fault.ts";
import { MARKET_FAULTS } from "./market-faults.ts";
import { WIRE_FAULTS } from "./wire-faults.ts";

export const FAULTS: readonly Fault[] = [...WIRE_FAULTS, ...BODY_FAULTS, ...MARKET_FAULTS];
