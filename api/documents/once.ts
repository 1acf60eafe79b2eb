/** Creates the value at the first call. After a failure, the next call tries again. */
export const once = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined
  return (): Promise<T> =>
    (made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    }))
}
