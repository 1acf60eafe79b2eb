import { patched, sleep } from '@temporalio/workflow'

/** Changed and patched: earlier runs continue unchanged. */
export async function greeting(): Promise<void> {
  await sleep('10 milliseconds')
  if (patched('greeting-waits-twice')) await sleep('10 milliseconds')
}
