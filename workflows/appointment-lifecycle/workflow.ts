import { proxyActivities } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import { followSteps, TRANSACTION } from '../steps.ts'
import type { AppointmentLifecycleInput } from './messages.ts'

// The names that this kind's activities had before there were others: running workflows know them.
const { planAppointment, runAppointmentStep } = proxyActivities<Activities>(TRANSACTION)

/** Holds what is still to happen to one appointment: reminders, the no-show check, completion. */
export const appointmentLifecycle = (input: AppointmentLifecycleInput): Promise<void> =>
  followSteps(input, {
    plan: planAppointment,
    run: (step) => runAppointmentStep.executeWithOptions({ summary: step.step }, [step]),
  })
