import { ActivityFailure, isCancellation, proxyActivities } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import { showProgress } from '../progress.ts'
import { listenForWake } from '../subject.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'

// A question to a registry, which changes nothing there. One that is away, or says what cannot be understood, is
// asked for a day: ten tries in the first 90 minutes, then one each half hour.
const { checkLicense } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '5 seconds', maximumInterval: '30 minutes', maximumAttempts: 55 },
})

// One transaction, for as long as the database is away.
const { giveUpLicenseCheck } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

/** Asks a registry about one license and puts its answer on record; another check wakes it. */
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
