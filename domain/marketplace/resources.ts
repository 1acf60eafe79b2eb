import { leadForms } from './lead-forms/resource.ts'
import { leads } from './leads/resource.ts'
import { matching } from './matching/resource.ts'
import { matchingNeeds } from './matching-needs/resource.ts'
import { matchingSettings } from './matching-settings/resource.ts'
import { onboardingPlans } from './onboarding-plans/resource.ts'
import { providerOnboardings } from './provider-onboardings/resource.ts'

/**
 * The resources of this context: parents before the resources that refer to them, because an erasure runs in
 * reverse order.
 */
export const marketplace = [
  matchingNeeds,
  matchingSettings,
  matching,
  onboardingPlans,
  providerOnboardings,
  leadForms,
  leads,
] as const
