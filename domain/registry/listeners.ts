import { treatmentCycleChildListener } from '#billing/treatment-cycles/child-listener.ts'
import { assessmentScheduleChildListener } from '#clinical/assessment-schedules/child-listener.ts'
import { formChildListener } from '#clinical/form-responses/child-listener.ts'
import { programmeChildListener } from '#early-intervention/programs/child-listener.ts'
import { consentChildListener } from '#people/consents/child-listener.ts'
import type { Registry } from '#platform/core/registry.ts'
import { automationServiceListener } from '#scheduling/appointment-automation/service-listener.ts'
import { appointmentSessionListener } from '#scheduling/appointment-follow-ups/session-listener.ts'
import { appointmentChildListener } from '#scheduling/appointments/child-listener.ts'
import { groupAppointmentListener } from '#scheduling/group-appointments/appointment-listener.ts'

/** What contexts do when a record of a context below them changes. */
export const LISTENERS = {
  // In the order in which they lock: programmes before schedules, cycles last.
  childListeners: [
    appointmentChildListener,
    programmeChildListener,
    assessmentScheduleChildListener,
    consentChildListener,
    formChildListener,
    treatmentCycleChildListener,
  ],
  appointmentListeners: [groupAppointmentListener],
  serviceListeners: [automationServiceListener],
  sessionListeners: [appointmentSessionListener],
} satisfies Partial<Registry>
