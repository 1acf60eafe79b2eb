import { proxyActivities, setCurrentDetails } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import type { TidiedFiles } from './messages.ts'

// Each file is removed separately: a few attempts, and the next hourly run handles the rest.
const activities = proxyActivities<Activities>({
  startToCloseTimeout: '50 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '10 seconds', maximumAttempts: 3 },
})

/** Removes files without a record, and reports records without a file. Run by a schedule. */
export async function tidyFiles(): Promise<TidiedFiles> {
  const tidied = await activities.tidyFiles()
  const { removed, abandoned, unclaimed, missing } = tidied
  setCurrentDetails(
    `Removed ${removed} discarded and ${abandoned} abandoned; ${unclaimed} unclaimed, ${missing} missing`,
  )
  return tidied
}
