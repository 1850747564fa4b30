/** An index over a period in words; its values are whole numbers from 0 to 100. */
export function summariseIndex(values) {
  let [low, high, sum] = [values[0], values[0], 0];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
    sum += value;
  }
  return `between ${low} and ${high}, ${Math.round(sum / values.length)} on average`;
}
