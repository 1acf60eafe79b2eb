import { defineWorkflow } from '#platform/core/workflows/workflows.ts'

export const waitlistOfferWorkflow = defineWorkflow({
  name: 'waitlistOffer',
  subjectType: 'freedSlot',
  idPrefix: 'waitlist-offer',
  firstStep: 'plan',
})
