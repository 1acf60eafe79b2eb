import { rebookingLink } from '#scheduling/appointments/rebooking-link.ts'
import { checkInLink } from '#early-intervention/check-ins/link.ts'
import { formLink } from '#clinical/form-responses/link.ts'
import { feedbackLink } from '../feedback/link.ts'
import { goalReviewLink } from '#clinical/goals/review-link.ts'
import { waitlistOfferLink } from '#scheduling/waitlist/offer-link.ts'
import type { LinkPurpose } from './purpose.ts'

/** Every kind of one-time link, by the name that its row keeps. */
export const LINK_PURPOSES = {
  'check-in': checkInLink,
  feedback: feedbackLink,
  form: formLink,
  'goal-review': goalReviewLink,
  rebooking: rebookingLink,
  'waitlist-offer': waitlistOfferLink,
} as const satisfies Record<string, LinkPurpose>

export type LinkPurposeName = keyof typeof LINK_PURPOSES

/** The purpose of a link on record. */
export const purposeOf = ({ purpose }: { purpose: string }): LinkPurpose => {
  const known: Record<string, LinkPurpose> = LINK_PURPOSES
  const found = known[purpose]
  if (!found) throw new Error(`This version knows no links for '${purpose}'`)
  return found
}
