/** An index over a period in words: `[times, values]` of a chart, the values whole numbers from 0 to 100. `null` where fewer than two are known. */
export function summariseIndex([, values]) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  let [low, high, sum] = [known[0], known[0], 0];
  for (const value of known) {
    if (value < low) low = value;
    if (value > high) high = value;
    sum += value;
  }
  return `between ${low} and ${high}, ${Math.round(sum / known.length)} on average`;
}
