import { sleep } from '@temporalio/workflow'

/** The version of its first runs. */
export async function greeting(): Promise<void> {
  await sleep('10 milliseconds')
}
