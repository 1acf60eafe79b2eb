import { sleep } from '@temporalio/workflow'

/** The same change without the patch. */
export async function greeting(): Promise<void> {
  await sleep('10 milliseconds')
  await sleep('10 milliseconds')
}
