/** What is made when it is asked for, and then kept. What failed is made again when it is asked for again. */
export const once = <Made>(make: () => Promise<Made>): (() => Promise<Made>) => {
  const keep = onceEach<undefined, Made>(make)
  return () => keep(undefined)
}

/** The same, one of them for each key. */
export const onceEach = <Key, Made>(
  make: (key: Key) => Promise<Made>,
): ((key: Key) => Promise<Made>) => {
  const kept = new Map<Key, Promise<Made>>()
  return (key) => {
    const known = kept.get(key)
    if (known) return known
    const making = make(key)
    kept.set(key, making)
    // The caller hears of the failure by the promise that is returned.
    making.catch(() => kept.delete(key))
    return making
  }
}
