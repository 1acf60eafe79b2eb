import type { People } from './people.ts'
import type { Records } from './records.ts'

/** Input of the matching of therapists. */
export const createMarketplace = ({ client, make, word }: Records, { provider, child }: People) => {
  const matchingNeed = () =>
    make('/v1/matching-needs', {
      code: `need_${word()}`,
      name: 'Speech delay',
      specialties: ['speech therapy'],
    })

  const matchingSettings = () => client.patch('/v1/matching-settings', { newProviderDays: 60 })

  /** Requirements for a match with the only provider of the centre. */
  const matching = async () => {
    await provider()
    return { needs: [(await matchingNeed())['code'] as string], ageMonths: 43 }
  }

  const therapistMatch = async () => make('/v1/therapists/match', await matching())

  const childsMatch = async () => {
    const { needs } = await matching()
    return make('/v1/therapists/match', { needs, childId: (await child()).id })
  }

  return {
    matchingNeed,
    matching,
    matchingSettings,
    therapistMatch,
    childsMatch,
  }
}
