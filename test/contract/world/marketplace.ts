import type { People } from './people.ts'
import type { Records } from './records.ts'

/** What a centre asks of providers, and who applies. */
export const createMarketplace = ({ client, make, word }: Records, { provider }: People) => {
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

  const matchingNeed = () =>
    make('/v1/matching-needs', {
      code: `need_${word()}`,
      name: 'Speech delay',
      specialties: ['speech therapy'],
    })

  const matchingSettings = () => client.patch('/v1/matching-settings', { newProviderDays: 60 })

  /** What a match of the center's only provider takes. */
  const matching = async () => {
    await provider()
    return { needs: [(await matchingNeed())['code'] as string], ageMonths: 43 }
  }

  const therapistMatch = async () => make('/v1/therapists/match', await matching())

  return {
    onboardingPlanDraft,
    onboardingPlan,
    matchingNeed,
    matching,
    matchingSettings,
    therapistMatch,
  }
}
