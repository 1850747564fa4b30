import { BODY_FAULTS } from "./body-faults.ts";
import { CONNECTION_FAULTS } from "./connection-faults.ts";
import type { Fault } from "./fault.ts";
import { HTTP_FAULTS } from "./http-faults.ts";
import { MARKET_FAULTS } from "./market-faults.ts";

/** Everything that an upstream is made to do wrong. */
export const FAULTS: readonly Fault[] = [...CONNECTION_FAULTS, ...HTTP_FAULTS, ...BODY_FAULTS, ...MARKET_FAULTS];
