import { sleep } from '@temporalio/workflow'

/** As it was when its first runs began. */
export async function greeting(): Promise<void> {
  await sleep('10 milliseconds')
}
