/** A value created on demand and then cached. A failure is retried on the next request. */
export const once = <Made>(make: () => Promise<Made>): (() => Promise<Made>) => {
  const keep = onceEach<undefined, Made>(make)
  return () => keep(undefined)
}

/** The same, one per key. */
export const onceEach = <Key, Made>(
  make: (key: Key) => Promise<Made>,
): ((key: Key) => Promise<Made>) => {
  const kept = new Map<Key, Promise<Made>>()
  return (key) => {
    const known = kept.get(key)
    if (known) return known
    const making = make(key)
    kept.set(key, making)
    // The returned promise reports the failure to the caller.
    making.catch(() => kept.delete(key))
    return making
  }
}
