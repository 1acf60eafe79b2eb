import { proxyActivities } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { showProgress } from '../progress.ts'
import { listenForWake } from '../subject.ts'

// A pass over every table, one transaction each. It goes on where its row says when its worker dies, and is
// retried until it is made: an erasure must complete.
const { advanceErasure } = proxyActivities<Activities>({
  startToCloseTimeout: '1 hour',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '5 minutes' },
})

/** Clocks differ: what is due by ours may not be by the database's reader. */
const MARGIN_MS = 1_000

/**
 * Erases a person: waits for the days of grace, takes it as far as the law allows, and sleeps, for years,
 * until what had to stay can go. Cancelling it, or another retention policy, wakes it.
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
