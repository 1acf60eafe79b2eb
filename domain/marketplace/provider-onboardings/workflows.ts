import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const providerOnboardingWorkflow = defineWorkflow({
  name: 'providerOnboarding',
  subjectType: 'providerOnboarding',
  idPrefix: 'provider-onboarding',
  firstStep: 'plan',
})
