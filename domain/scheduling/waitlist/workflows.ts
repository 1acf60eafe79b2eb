import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const waitlistOfferWorkflow = defineWorkflow({
  name: 'waitlistOffer',
  subjectType: 'freedSlot',
  idPrefix: 'waitlist-offer',
  firstStep: 'plan',
})
