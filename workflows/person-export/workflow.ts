import { proxyActivities } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { showProgress } from '../progress.ts'
import { listenForWake } from '../subject.ts'

// A child can have many files. If the worker dies, the archive is built again from the start.
const { writePersonArchive } = proxyActivities<Activities>({
  startToCloseTimeout: '1 hour',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '5 minutes' },
})

// One deletion, safe to run twice, retried until it succeeds: an archive must not outlive its expiry.
const { removePersonArchive } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '5 minutes' },
})

/** Clocks differ: an archive that has expired by this clock may not have expired by the clock of the activity. */
const MARGIN_MS = 1_000

/** Builds the archive of a person, and deletes it after its expiry. Ending it early wakes this. */
export async function personExport(input: SubjectInput): Promise<void> {
  const wake = listenForWake()
  let expiresAt = await writePersonArchive(input)
  while (expiresAt !== null) {
    showProgress({ step: 'expire', dueAt: expiresAt })
    await wake.until(Date.parse(expiresAt) + MARGIN_MS, 'expire')
    wake.reset()
    expiresAt = await removePersonArchive(input)
  }
  showProgress(null)
}
