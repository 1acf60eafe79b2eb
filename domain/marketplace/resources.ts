import { onboardingPlans } from './onboarding-plans/resource.ts'

/** The resources of this context: parents before what refers to them, because an erasure goes from the last to the first. */
export const marketplace = [onboardingPlans] as const
