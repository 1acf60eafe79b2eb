/** Workflows that only keep the time of a follow-up. domain/messaging/follow-ups runs the steps of each kind. */
import { followSteps, stepsOf, type FollowUpInput } from './steps.ts'

/** The money paid for a cancelled appointment: refunds, credit, and requests to staff. */
export const appointmentCancellation = (input: FollowUpInput): Promise<void> =>
  followSteps(input, stepsOf('appointmentCancellation'))

/** Follow-up of a completed appointment: feedback, the note, the next appointment. */
export const appointmentFollowUp = (input: FollowUpInput): Promise<void> =>
  followSteps(input, stepsOf('appointmentFollowUp'))

/** The future of one appointment: reminders, the no-show check, completion. */
export const appointmentLifecycle = (input: FollowUpInput): Promise<void> =>
  followSteps(input, stepsOf('appointmentLifecycle'))

/** One assessment: due, reminders, overdue, escalation, until it is completed or waived. */
export const assessmentReminder = (input: FollowUpInput): Promise<void> =>
  followSteps(input, stepsOf('assessmentReminder'))

/** An access outside the caseload: after its end, requests its review until it is done. */
export const breakGlassReview = (input: FollowUpInput): Promise<void> =>
  followSteps(input, stepsOf('breakGlassReview'))

/** A goal that regresses or makes no progress: asks the therapist, reminds them, notifies the supervisor. */
export const childProgressFollowUp = (input: FollowUpInput): Promise<void> =>
  followSteps(input, stepsOf('childProgressFollowUp'))

/** A consent with an expiry: guardians are reminded before it, and staff are notified on the day. */
export const consentExpiry = (input: FollowUpInput): Promise<void> =>
  followSteps(input, stepsOf('consentExpiry'))

/** A disputed payment: people are asked to respond in time. */
export const disputeResponse = (input: FollowUpInput): Promise<void> =>
  followSteps(input, stepsOf('disputeResponse'))

/** The clocks of one program, its check-ins with guardians, and unacknowledged answers. */
export const earlyInterventionCheckIn = (input: FollowUpInput): Promise<void> =>
  followSteps(input, stepsOf('earlyInterventionCheckIn'))

/** A requested erasure: a second user is asked to approve it, until it is approved or cancelled. */
export const erasureApproval = (input: FollowUpInput): Promise<void> =>
  followSteps(input, stepsOf('erasureApproval'))

/** A form requested from guardians: request, reminders, and a notice to staff before it is needed. */
export const formChase = (input: FollowUpInput): Promise<void> =>
  followSteps(input, stepsOf('formChase'))

/** An unpaid invoice: reminders, until it is paid, put on hold or written off. */
export const invoiceDunning = (input: FollowUpInput): Promise<void> =>
  followSteps(input, stepsOf('invoiceDunning'))

/** A family that applies for a place: questions, offers to providers, and requests to staff. */
export const leadQualification = (input: FollowUpInput): Promise<void> =>
  followSteps(input, stepsOf('leadQualification'))

/** A license that needs review: asks staff until it is reviewed. */
export const licenseReview = (input: FollowUpInput): Promise<void> =>
  followSteps(input, stepsOf('licenseReview'))

/** A package of sessions with an expiry: the rest expires then. */
export const packageExpiry = (input: FollowUpInput): Promise<void> =>
  followSteps(input, stepsOf('packageExpiry'))

/** A provider who applies: invitation, reminders, referees, and requests to staff. */
export const providerOnboarding = (input: FollowUpInput): Promise<void> =>
  followSteps(input, stepsOf('providerOnboarding'))

/** The announced lifting of a processing restriction: notice first, then the lifting. */
export const restrictionLifting = (input: FollowUpInput): Promise<void> =>
  followSteps(input, stepsOf('restrictionLifting'))

/** Follow-up of an unscheduled session: its note. */
export const sessionFollowUp = (input: FollowUpInput): Promise<void> =>
  followSteps(input, stepsOf('sessionFollowUp'))

/** One authorization: warnings as it is used up, its renewal, its end. */
export const treatmentCycle = (input: FollowUpInput): Promise<void> =>
  followSteps(input, stepsOf('treatmentCycle'))

/** A freed slot: one offer after another, until it is booked or nobody is left. */
export const waitlistOffer = (input: FollowUpInput): Promise<void> =>
  followSteps(input, stepsOf('waitlistOffer'))
