/** Whether a build may be published, and why not. */
export interface GateVerdict {
  passed: boolean;
  checks: readonly GateCheck[];
}

export interface GateCheck {
  id: string;
  passed: boolean;
  /** A sentence with the measured value and the threshold. */
  message: string;
  /** Suspect values that the build left out. Helps to find the cause of a refusal. */
  warning?: boolean;
}
