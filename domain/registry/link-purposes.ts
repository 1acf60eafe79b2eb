import { attendanceLink } from '#scheduling/appointments/attendance-link.ts'
import { rebookingLink } from '#scheduling/appointments/rebooking-link.ts'
import { ifspLink } from '#early-intervention/ifsps/ifsp-link.ts'
import { familyCheckInLink } from '#early-intervention/family-check-ins/family-check-in-link.ts'
import { formLink, providerFormLink } from '#clinical/form-responses/form-link.ts'
import { feedbackLink } from '#messaging/feedback/feedback-link.ts'
import { goalReviewLink } from '#clinical/goals/goal-review-link.ts'
import { leadProofLink } from '#marketplace/lead-forms/lead-proof-link.ts'
import { leadOfferLink } from '#marketplace/leads/offers/lead-offer-link.ts'
import { leadQuestionsLink } from '#marketplace/leads/questions/lead-questions-link.ts'
import { providerApplicationLink } from '#marketplace/provider-onboardings/provider-application-link.ts'
import { providerReferenceLink } from '#marketplace/provider-onboardings/provider-reference-link.ts'
import { waitlistOfferLink } from '#scheduling/waitlist/waitlist-offer-link.ts'
import type { LinkPurpose, LinkPurposeName } from '#messaging/links/link-purpose.ts'

/** All purposes of single-use links, keyed by their stored name. */
export const LINK_PURPOSES = {
  attendance: attendanceLink,
  'check-in': familyCheckInLink,
  feedback: feedbackLink,
  form: formLink,
  'goal-review': goalReviewLink,
  ifsp: ifspLink,
  'lead-offer': leadOfferLink,
  'lead-proof': leadProofLink,
  'lead-questions': leadQuestionsLink,
  'provider-application': providerApplicationLink,
  'provider-reference': providerReferenceLink,
  'provider-form': providerFormLink,
  rebooking: rebookingLink,
  'waitlist-offer': waitlistOfferLink,
} as const satisfies Record<LinkPurposeName, LinkPurpose>
