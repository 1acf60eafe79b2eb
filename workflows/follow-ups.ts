/** Workflows that do nothing but keep the time of a follow-up: the steps of each kind are domain/messaging/follow-ups. */
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { followSteps, stepsOf } from './steps.ts'

/** Money paid for a cancelled appointment: refunds, credit, and staff if something waits for them. */
export const appointmentCancellation = (input: SubjectInput): Promise<void> =>
  followSteps(input, stepsOf('appointmentCancellation'))

/** What follows an appointment that took place: feedback, the note, the next appointment. */
export const appointmentFollowUp = (input: SubjectInput): Promise<void> =>
  followSteps(input, stepsOf('appointmentFollowUp'))

/** Holds what is still to happen to one appointment: reminders, the no-show check, completion. */
export const appointmentLifecycle = (input: SubjectInput): Promise<void> =>
  followSteps(input, stepsOf('appointmentLifecycle'))

/** One assessment: due, reminders, overdue, escalation, until it is completed or waived. */
export const assessmentReminder = (input: SubjectInput): Promise<void> =>
  followSteps(input, stepsOf('assessmentReminder'))

/** An access outside the caseload: once it is over, its review is asked for until somebody does it. */
export const breakGlassReview = (input: SubjectInput): Promise<void> =>
  followSteps(input, stepsOf('breakGlassReview'))

/** A goal regresses or makes no progress: asks the therapist, reminds them, notifies the supervisor. */
export const childProgressFollowUp = (input: SubjectInput): Promise<void> =>
  followSteps(input, stepsOf('childProgressFollowUp'))

/** A consent that ends on a day: guardians are reminded before it, staff see to it then. */
export const consentExpiry = (input: SubjectInput): Promise<void> =>
  followSteps(input, stepsOf('consentExpiry'))

/** A payment that its payer disputes: people are asked to answer in time. */
export const disputeResponse = (input: SubjectInput): Promise<void> =>
  followSteps(input, stepsOf('disputeResponse'))

/** The clocks of one program, its family-check-ins with guardians, and answers that nobody has seen to. */
export const earlyInterventionCheckIn = (input: SubjectInput): Promise<void> =>
  followSteps(input, stepsOf('earlyInterventionCheckIn'))

/** An erasure that was asked for: somebody else is asked to approve it until they do, or cancel it. */
export const erasureApproval = (input: SubjectInput): Promise<void> =>
  followSteps(input, stepsOf('erasureApproval'))

/** A form that guardians are asked for: request, reminders, and staff before it is needed. */
export const formChase = (input: SubjectInput): Promise<void> =>
  followSteps(input, stepsOf('formChase'))

/** An invoice that is not paid: reminders, until it is, somebody holds them back, or the claim is given up. */
export const invoiceDunning = (input: SubjectInput): Promise<void> =>
  followSteps(input, stepsOf('invoiceDunning'))

/** A family that asks for a place: questions, offers to providers, and staff where something waits for them. */
export const leadQualification = (input: SubjectInput): Promise<void> =>
  followSteps(input, stepsOf('leadQualification'))

/** A license that a person has to look at: staff, until they have. */
export const licenseReview = (input: SubjectInput): Promise<void> =>
  followSteps(input, stepsOf('licenseReview'))

/** A package of sessions that has an end: what is left then expires. */
export const packageExpiry = (input: SubjectInput): Promise<void> =>
  followSteps(input, stepsOf('packageExpiry'))

/** A provider who applies: invitation, reminders, referees, and staff where something waits for them. */
export const providerOnboarding = (input: SubjectInput): Promise<void> =>
  followSteps(input, stepsOf('providerOnboarding'))

/** A restriction of processing whose lifting was announced: told first, then done. */
export const restrictionLifting = (input: SubjectInput): Promise<void> =>
  followSteps(input, stepsOf('restrictionLifting'))

/** What follows an unscheduled session: its note. */
export const sessionFollowUp = (input: SubjectInput): Promise<void> =>
  followSteps(input, stepsOf('sessionFollowUp'))

/** One authorization: warnings as it is used up, its renewal, its end. */
export const treatmentCycle = (input: SubjectInput): Promise<void> =>
  followSteps(input, stepsOf('treatmentCycle'))

/** A slot that became free: one offer after another, until it is booked or nobody is left. */
export const waitlistOffer = (input: SubjectInput): Promise<void> =>
  followSteps(input, stepsOf('waitlistOffer'))
