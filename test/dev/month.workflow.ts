import { sleep } from '@temporalio/workflow'

/** Returns how many milliseconds it slept by its own clock. */
export async function sleepForAMonth(): Promise<number> {
  const from = Date.now()
  await sleep('30 days')
  return Date.now() - from
}
