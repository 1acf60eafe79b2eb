import { sleep } from '@temporalio/workflow'

/** Returns how many milliseconds it believes to have slept. */
export async function sleepForAMonth(): Promise<number> {
  const from = Date.now()
  await sleep('30 days')
  return Date.now() - from
}
