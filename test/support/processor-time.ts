/** Milliseconds of processor time used by this process since the call, independent of other processes. */
export const processorTime = (): (() => number) => {
  const began = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1_000
  }
}
