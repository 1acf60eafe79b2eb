import { proxyActivities } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import { followSteps } from '../steps.ts'
import type { AppointmentLifecycleInput } from './messages.ts'

// The names that this kind's activities had before there were others: running workflows know them.
const { planAppointment, runAppointmentStep } = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

/** Holds what is still to happen to one appointment: reminders, the no-show check, completion. */
export const appointmentLifecycle = (input: AppointmentLifecycleInput): Promise<void> =>
  followSteps(input, { plan: planAppointment, run: runAppointmentStep })
