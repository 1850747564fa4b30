/**
 * The function, called once for each object. Results live as long as their object, which must not
 * change.
 */
export function oncePer<Key extends WeakKey, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const results = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const result = results.get(key) ?? { value: compute(key) };
    results.set(key, result);
    return result.value;
  };
}
