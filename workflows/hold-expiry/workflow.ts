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

/** Clocks differ: a hold that is due by this clock may not be due by the clock of the activity. */
const SHORTEST_WAIT_MS = 250
/**
 * A new hold that ends after another one does not wake the workflow. It is committed within this time and is
 * then found.
 */
const LINGER_MS = 60_000

/**
 * Releases expired holds of one tenant, many at once. It runs while any hold exists. A hold that ends before
 * all others wakes it; it finds all others itself.
 */
export async function holdExpiry(input: SubjectInput): Promise<void> {
  const wake = listenForWake()
  for (let idle = false; ;) {
    wake.reset()
    const { nextAt } = await releaseExpiredHolds(input)
    if (wake.woken) continue
    if (nextAt === null && idle) return
    idle = nextAt === null
    // If nothing is held, operators need not see that it still waits.
    showProgress(nextAt === null ? null : { step: 'release', dueAt: nextAt })
    if (workflowInfo().continueAsNewSuggested) await continueAsNew(input)
    const soonest = Date.now() + SHORTEST_WAIT_MS
    const next = nextAt === null ? Date.now() + LINGER_MS : Date.parse(nextAt)
    await wake.until(Math.max(next, soonest), 'release')
  }
}
