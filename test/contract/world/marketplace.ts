import type { Records } from './records.ts'

/** What a centre asks of providers, and who applies. */
export const createMarketplace = ({ make, word }: Records) => {
  const onboardingPlanDraft = () =>
    make('/v1/onboarding-plans', {
      name: `Therapists ${word()}`,
      requirements: [
        { key: 'diploma', kind: 'DOCUMENT', title: 'Diploma', contentTypes: ['application/pdf'] },
        { key: 'references', kind: 'REFERENCE', title: 'A reference', references: 1 },
        { key: 'interview', kind: 'INTERVIEW', title: 'Interview', dueAfterDays: 30 },
      ],
    })

  const onboardingPlan = async () =>
    make(`/v1/onboarding-plans/${(await onboardingPlanDraft()).id}/publish`)

  return { onboardingPlanDraft, onboardingPlan }
}
