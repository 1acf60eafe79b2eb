import { defineWorkflow } from '#platform/core/workflows/workflows.ts'

export const providerOnboardingWorkflow = defineWorkflow({
  name: 'providerOnboarding',
  subjectType: 'providerOnboarding',
  idPrefix: 'provider-onboarding',
  firstStep: 'plan',
})
