import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import { showProgress } from '../progress.ts'
import { listenForWake } from '../subject.ts'
import type { AppointmentLifecycleInput } from './messages.ts'

// Short transactions of the domain. They are safe to run twice and must happen in the end, so they
// are tried for as long as the database is away; a refusal by a rule is not tried again.
const { planAppointment, runAppointmentStep } = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

/**
 * Holds what is still to happen to one appointment: reminders, the no-show check, completion. The
 * steps stand in the database; this keeps their time. When the appointment changes it is woken,
 * plans anew, and ends when nothing is left to do.
 */
export async function appointmentLifecycle(input: AppointmentLifecycleInput): Promise<void> {
  const wake = listenForWake()
  for (;;) {
    wake.reset()
    const { next } = await planAppointment(input)
    showProgress(next)
    if (wake.woken) continue
    if (!next) return
    if (workflowInfo().continueAsNewSuggested) await continueAsNew(input)
    const changed = await wake.until(Date.parse(next.dueAt), next.step)
    if (!changed) await runAppointmentStep({ ...input, ...next })
  }
}
