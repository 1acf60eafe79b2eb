import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import { showProgress } from '../progress.ts'
import { listenForWake } from '../subject.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'

// Transactions of up to 500 holds each, safe to run twice, tried for as long as the database is away.
const { releaseExpiredHolds } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '5 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '10 seconds' },
})

/** Clocks differ: what is due by ours may not be by the database's reader. */
const SHORTEST_WAIT_MS = 250
/** A hold that saw an earlier one wakes nobody; it commits within this time, and is found. */
const LINGER_MS = 60_000

/**
 * Releases the holds of one tenant as their time comes, many at once. It runs while anything is held:
 * a hold that ends before all others wakes it, and it finds the others itself.
 */
export async function holdExpiry(input: SubjectInput): Promise<void> {
  const wake = listenForWake()
  for (let idle = false; ;) {
    wake.reset()
    const { nextAt } = await releaseExpiredHolds(input)
    if (wake.woken) continue
    if (nextAt === null && idle) return
    idle = nextAt === null
    // Nothing is held: what it still waits for is not worth an operator's look.
    showProgress(nextAt === null ? null : { step: 'release', dueAt: nextAt })
    if (workflowInfo().continueAsNewSuggested) await continueAsNew(input)
    const soonest = Date.now() + SHORTEST_WAIT_MS
    const next = nextAt === null ? Date.now() + LINGER_MS : Date.parse(nextAt)
    await wake.until(Math.max(next, soonest), 'release')
  }
}
