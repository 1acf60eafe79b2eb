/** Created at the first call; retried after a failure. */
export const once = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined
  return (): Promise<T> =>
    (made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    }))
}
