import { proxyActivities } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { showProgress } from '../progress.ts'
import { listenForWake } from '../subject.ts'

// A pass over every table, in one transaction each. After a crash it continues at the position in its record.
// It is retried until it succeeds, because an erasure must complete.
const { advanceErasure } = proxyActivities<Activities>({
  startToCloseTimeout: '1 hour',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '5 minutes' },
})

/** Clocks differ: an erasure that is due by this clock may not be due by the clock of the activity. */
const MARGIN_MS = 1_000

/**
 * Erases a person: waits for the grace period, erases as far as the law allows, and sleeps, for years, until
 * the retained data can be erased. Cancelling the erasure, or another retention policy, wakes it.
 */
export async function personErasure(input: SubjectInput): Promise<void> {
  const wake = listenForWake()
  for (;;) {
    wake.reset()
    const next = await advanceErasure(input)
    showProgress(next)
    if (wake.woken) continue
    if (!next) return
    await wake.until(Date.parse(next.dueAt) + MARGIN_MS, next.step)
  }
}
