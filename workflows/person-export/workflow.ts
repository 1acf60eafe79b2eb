import { proxyActivities } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { showProgress } from '../progress.ts'
import { listenForWake } from '../subject.ts'

// Files of a child may be many. It is made anew from the start when its worker dies.
const { writePersonArchive } = proxyActivities<Activities>({
  startToCloseTimeout: '1 hour',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '5 minutes' },
})

// One deletion, safe to run twice, tried until it is made: an archive must not outlive its time.
const { removePersonArchive } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '5 minutes' },
})

/** Clocks differ: what is due by ours may not be by the database's reader. */
const MARGIN_MS = 1_000

/** Gathers the archive of a person, and deletes it when its time is over. Ending that early wakes it. */
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
