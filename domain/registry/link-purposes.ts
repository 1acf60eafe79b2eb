import { rebookingLink } from '#scheduling/appointments/rebooking-link.ts'
import { checkInLink } from '#early-intervention/check-ins/link.ts'
import { formLink } from '#clinical/form-responses/link.ts'
import { feedbackLink } from '#messaging/feedback/link.ts'
import { goalReviewLink } from '#clinical/goals/review-link.ts'
import { waitlistOfferLink } from '#scheduling/waitlist/offer-link.ts'
import type { LinkPurpose, LinkPurposeName } from '#messaging/links/purpose.ts'

/** Every kind of one-time link, by the name that its row keeps. */
export const LINK_PURPOSES = {
  'check-in': checkInLink,
  feedback: feedbackLink,
  form: formLink,
  'goal-review': goalReviewLink,
  rebooking: rebookingLink,
  'waitlist-offer': waitlistOfferLink,
} as const satisfies Record<LinkPurposeName, LinkPurpose>
