import { takeInAllChanges } from '#analytics/rollups/take-in-all-changes.ts'
import { treatmentCycleChildListener } from '#receivables/treatment-cycles/treatment-cycle-child-listener.ts'
import { assessmentScheduleChildListener } from '#clinical/assessment-schedules/assessment-schedule-child-listener.ts'
import { formChildListener } from '#clinical/form-responses/form-child-listener.ts'
import { starterNeedsListener } from '#marketplace/matching-needs/starter-needs-listener.ts'
import { onboardingFormListener } from '#marketplace/provider-onboardings/onboarding-form-listener.ts'
import { onboardingProviderListener } from '#marketplace/provider-onboardings/onboarding-provider-listener.ts'
import { clockClosureListener } from '#early-intervention/clocks/clock-closure-listener.ts'
import { programChildListener } from '#early-intervention/programs/program-child-listener.ts'
import { consentChildListener } from '#people/consents/consent-child-listener.ts'
import type { Registry } from '#platform/core/context/registry.ts'
import { automationServiceListener } from '#scheduling/appointment-automation/automation-service-listener.ts'
import { appointmentSessionListener } from '#scheduling/appointment-follow-ups/appointment-session-listener.ts'
import { appointmentChildListener } from '#scheduling/appointments/appointment-child-listener.ts'
import { groupAppointmentListener } from '#scheduling/group-appointments/group-appointment-listener.ts'
import { endpointTenantListener } from '#webhooks/endpoints/endpoint-tenant-listener.ts'
import type { DerivedCopies } from '#privacy/erasures/take-in-erased.ts'

/** Reactions of contexts to changes in lower contexts. */
export const LISTENERS = {
  // In the order of locks: programs before schedules, and cycles last.
  childListeners: [
    appointmentChildListener,
    programChildListener,
    assessmentScheduleChildListener,
    consentChildListener,
    formChildListener,
    treatmentCycleChildListener,
  ],
  closureListeners: [clockClosureListener],
  appointmentListeners: [groupAppointmentListener],
  providerListeners: [onboardingProviderListener],
  providerFormListeners: [onboardingFormListener],
  tenantListeners: [endpointTenantListener, starterNeedsListener],
  serviceListeners: [automationServiceListener],
  sessionListeners: [appointmentSessionListener],
  derivedCopies: [{ takeInChanges: takeInAllChanges } satisfies DerivedCopies],
} satisfies Partial<Registry>
