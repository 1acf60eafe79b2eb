import { ActivityFailure, isCancellation, proxyActivities } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import { showProgress } from '../progress.ts'
import { listenForWake } from '../subject.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'

// Reads from a registry. If the registry is unavailable or its response cannot be read, it is retried for a
// day: ten attempts in the first 90 minutes, and then one every half hour.
const { checkLicense } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '5 seconds', maximumInterval: '30 minutes', maximumAttempts: 55 },
})

// One transaction, retried while the database is unavailable.
const { giveUpLicenseCheck } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

/** Checks a license at a registry and records the response; another check wakes it. */
export async function licenseCheck(input: SubjectInput): Promise<void> {
  const wake = listenForWake()
  do {
    wake.reset()
    try {
      await checkLicense(input)
    } catch (error) {
      if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error
      await giveUpLicenseCheck(input)
    }
  } while (wake.woken)
  showProgress(null)
}
