/**
 * Makes the schema of each key once, because a schema takes 2 kB and thousands of members have the same few. Mark
 * a copy of it (`meta`), never the schema itself.
 */
export const shared = <Key, Schema>(make: (key: Key) => Schema): ((key: Key) => Schema) => {
  const made = new Map<Key, Schema>()
  return (key) => {
    const schema = made.get(key) ?? make(key)
    made.set(key, schema)
    return schema
  }
}
