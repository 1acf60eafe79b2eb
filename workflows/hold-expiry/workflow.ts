import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import { showProgress } from '../progress.ts'
import { listenForWake } from '../subject.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'

// Transactions of up to 500 holds each, safe to run twice, retried while the database is unavailable.
const { releaseExpiredHolds } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '5 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '10 seconds' },
})

/** Clocks differ: a hold due by this clock may not be due by that of the activity. */
const SHORTEST_WAIT_MS = 250
/**
 * A new hold that ends after another one does not wake the workflow. It commits within this time, and is then
 * found.
 */
const LINGER_MS = 60_000

/**
 * Releases expired holds of one tenant, many at once. It runs while any hold exists: a hold that ends before
 * all others wakes it, and it finds the others itself.
 */
export async function holdExpiry(input: SubjectInput): Promise<void> {
  const wake = listenForWake()
  for (let idle = false; ;) {
    wake.reset()
    const { nextAt } = await releaseExpiredHolds(input)
    if (wake.woken) continue
    if (nextAt === null && idle) return
    idle = nextAt === null
    // Nothing is held: operators need not see what it still waits for.
    showProgress(nextAt === null ? null : { step: 'release', dueAt: nextAt })
    if (workflowInfo().continueAsNewSuggested) await continueAsNew(input)
    const soonest = Date.now() + SHORTEST_WAIT_MS
    const next = nextAt === null ? Date.now() + LINGER_MS : Date.parse(nextAt)
    await wake.until(Math.max(next, soonest), 'release')
  }
}
