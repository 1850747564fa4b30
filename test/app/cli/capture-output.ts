import { afterEach, beforeEach, vi } from "vitest";

/** Collects what each test prints to the standard output, and shows nothing. */
export function captureOutput(): { printed: string } {
  const output = { printed: "" };
  beforeEach(() => {
    output.printed = "";
    vi.spyOn(process.stdout, "write").mockImplementation((text) => {
      output.printed += text;
      return true;
    });
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  return output;
}
