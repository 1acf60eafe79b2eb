import type { People } from './people.ts'
import type { Records } from './records.ts'

/** What therapists are matched by. */
export const createMarketplace = ({ client, make, word }: Records, { provider }: People) => {
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
    matchingNeed,
    matching,
    matchingSettings,
    therapistMatch,
  }
}
