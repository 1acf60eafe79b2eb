/**
 * Milliseconds of the processor that this process has used since the call: as many beside other processes as without
 * them, unlike the time on the clock.
 */
export const processorTime = (): (() => number) => {
  const began = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1_000
  }
}
