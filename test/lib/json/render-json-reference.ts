/**
 * The plain form of `renderJson`, which tests compare it with: `JSON.stringify` with every number
 * rounded to 12 significant digits, and errors instead of silent `null`s.
 */
export function renderJsonReference(value: unknown): string {
  const text = JSON.stringify(value, (_, member: unknown) => {
    if (["bigint", "function", "symbol"].includes(typeof member)) throw new TypeError(`No JSON for ${typeof member}`);
    if (typeof member !== "number") return member;
    if (!Number.isFinite(member)) throw new RangeError(`A published number must be finite, got ${member}`);
    return Number(member.toPrecision(12));
  });
  return `${text}\n`;
}
