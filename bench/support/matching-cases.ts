/**
 * Families as an intake would note them, and providers of a made-up town for each. Every case has its own providers,
 * from a seeded generator: the same at every run.
 */
import { LOOK_AHEAD_MS, type Examined, type Wish } from '#marketplace/matching/wish.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import { numbersFrom } from './names.ts'

export const NOW = Date.parse('2026-11-23T08:00:00Z')
const PROVIDERS_EACH = 40

interface Told {
  /** What the family said that matters most. */
  prefers?: readonly string[]
  modality?: string
  /** Kilometers that the family will go at most. */
  withinKm?: number
  /** Days until the first appointment at the latest. */
  withinDays?: number
  /** Whether somebody of the centre has treated the child. */
  isKnown?: boolean
}

type Note = [text: string, needs: string, ageMonths: number, languages: string, told?: Told]

const NOTES: readonly Note[] = [
  ['Says ten words at two', 'speech', 25, 'de'],
  ['Says ten words at two, Turkish at home', 'speech', 26, 'tr'],
  ['Two languages, late in both', 'speech', 31, 'de tr'],
  ['Late talker, parents speak Arabic only', 'speech', 29, 'ar', { prefers: ['LANGUAGE'] }],
  ['Unclear speech before school', 'speech', 68, 'de', { withinDays: 14 }],
  ['Unclear speech, Polish grandmother brings him', 'speech', 55, 'pl'],
  ['Stutters since the summer', 'stuttering', 50, 'de'],
  ['Stutters, was in therapy here last year', 'stuttering', 84, 'de', { isKnown: true }],
  ['Stutters at school, wants video', 'stuttering', 130, 'de', { modality: 'TELEHEALTH' }],
  ['Stutters and avoids reading aloud', 'stuttering reading', 104, 'de'],
  ['Eats five foods', 'feeding', 44, 'de'],
  ['Eats five foods, autism known', 'feeding autism', 47, 'de'],
  ['Tube to be weaned', 'feeding', 15, 'en', { withinDays: 7 }],
  ['Chokes on solids', 'feeding', 11, 'de', { prefers: ['EARLIEST_SLOT'] }],
  ['Feeding and sleep after early birth', 'feeding sleep', 9, 'de', { withinKm: 15 }],
  ['Does not walk yet', 'motor', 19, 'de'],
  ['Does not walk yet, no car', 'motor', 20, 'ru', { withinKm: 8, prefers: ['DISTANCE'] }],
  ['Falls often', 'motor', 40, 'de'],
  ['Cerebral palsy, moved here', 'motor speech', 62, 'en'],
  [
    'Cerebral palsy, wants her former therapist',
    'motor',
    75,
    'de',
    { isKnown: true, prefers: ['CONTINUITY'] },
  ],
  ['Covers ears in the kindergarten', 'sensory', 52, 'de'],
  ['Covers ears, Turkish and German', 'sensory', 58, 'tr de'],
  ['Cannot sit through a meal', 'sensory feeding', 49, 'de'],
  ['Sensory diet asked for by school', 'sensory', 90, 'de', { withinDays: 21 }],
  ['Autism diagnosed last week', 'autism', 34, 'de', { withinDays: 14 }],
  ['Autism, no speech', 'autism speech', 38, 'de'],
  ['Autism, no speech, Arabic at home', 'autism speech', 41, 'ar', { prefers: ['LANGUAGE'] }],
  ['Autism, older brother treated here', 'autism', 56, 'de'],
  ['Autism, care team should stay', 'autism behavior', 70, 'de', { isKnown: true }],
  ['Autism, far from the town', 'autism', 45, 'de', { modality: 'TELEHEALTH' }],
  ['Autism and sleep', 'autism sleep', 53, 'ru'],
  ['Hearing aids since spring', 'hearing speech', 30, 'de'],
  ['Cochlear implant', 'hearing', 22, 'de', { prefers: ['EARLIEST_SLOT'] }],
  ['Cochlear implant, Russian at home', 'hearing', 27, 'ru'],
  ['Hears badly in class', 'hearing', 98, 'de'],
  ['Reads slowly in third grade', 'reading', 106, 'de'],
  ['Reads slowly, Polish at home', 'reading', 110, 'pl'],
  ['Reading and writing before the change of school', 'reading', 124, 'de', { withinDays: 21 }],
  ['Reading, wants afternoons by video', 'reading', 118, 'en', { modality: 'TELEHEALTH' }],
  ['Hits other children', 'behavior', 60, 'de'],
  ['Hits other children, Turkish at home', 'behavior', 64, 'tr'],
  ['Tantrums for an hour', 'behavior', 36, 'de', { withinKm: 12 }],
  ['Tantrums and poor sleep', 'behavior sleep', 33, 'de'],
  ['Refuses school', 'behavior', 115, 'de', { prefers: ['EARLIEST_SLOT'] }],
  ['Wakes eight times a night', 'sleep', 13, 'de'],
  ['Wakes at night, parents work shifts', 'sleep', 18, 'pl', { modality: 'TELEHEALTH' }],
  ['Sleep and feeding of twins', 'sleep feeding', 8, 'de', { withinKm: 10 }],
  ['Down syndrome, first therapy', 'motor speech', 14, 'de'],
  ['Down syndrome, speech after motor therapy here', 'speech', 43, 'de', { isKnown: true }],
  ['Cleft palate, operated', 'speech feeding', 21, 'de'],
  ['Selective mutism', 'speech behavior', 66, 'de'],
  ['Selective mutism, Arabic at home', 'speech behavior', 69, 'ar'],
  ['Global delay', 'motor speech sensory', 35, 'de'],
  ['Global delay, English at home', 'motor speech sensory', 39, 'en'],
  ['Clumsy, pencil grip', 'motor', 76, 'de', { withinKm: 20 }],
  ['Pencil grip and reading', 'motor reading', 88, 'de'],
  [
    'Grandparents drive, Tuesdays only',
    'speech',
    48,
    'de',
    { withinKm: 10, prefers: ['DISTANCE'] },
  ],
  [
    'Foster child, third change of therapist',
    'behavior',
    59,
    'de',
    { isKnown: true, prefers: ['CONTINUITY'] },
  ],
  ['New in the country, Ukrainian and Russian', 'speech', 51, 'uk ru', { prefers: ['LANGUAGE'] }],
  ['Adolescent with a stutter, English', 'stuttering', 168, 'en', { withinDays: 28 }],
  ['Adolescent with autism, wants somebody near', 'autism', 175, 'de', { prefers: ['DISTANCE'] }],
  ['Infant with torticollis', 'motor', 4, 'de', { withinDays: 7 }],
  ['Hearing, motor and feeding after meningitis', 'hearing motor feeding', 17, 'de'],
  ['Nobody said the language', 'speech', 57, ''],
]

const NEEDS = [...new Set(NOTES.flatMap(([, needs]) => needs.split(' ')))]
const LANGUAGES = ['tr', 'en', 'ar', 'pl', 'ru']

export interface Case {
  text: string
  wish: Wish
  providers: Examined[]
}

const wishOf = ([, needs, ageMonths, languages, told = {}]: Note): Wish => ({
  hasChild: true,
  needs: needs.split(' ').map((code) => ({ id: code, specialties: [code], professions: [] })),
  ageMonths,
  languages: languages.split(' ').filter(Boolean),
  locationId: null,
  hasPlace: true,
  maxDistanceKm: told.withinKm ?? null,
  modality: told.modality ?? null,
  payer: null,
  latestStartOn: told.withinDays ? dayAfter(told.withinDays) : null,
  preferences: told.prefers ?? [],
  excludedProviderIds: [],
  performers: [],
})

const dayAfter = (days: number) => new Date(NOW + days * DAY_MS).toISOString().slice(0, 10)

/** Most have one of the needs among their specialties; all else is as it falls. */
const providersFor = (
  { needs, maxDistanceKm }: Wish,
  random: () => number,
  told: Told = {},
): Examined[] => {
  const whole = (below: number) => Math.floor(random() * below)
  const oneOf = (list: readonly string[]) => list[whole(list.length)]!
  return Array.from({ length: PROVIDERS_EACH }, (_, index): Examined => {
    const specialties = new Set([oneOf(NEEDS)])
    for (const { id } of needs) if (random() < 0.55) specialties.add(id)
    const caseloadLimit = random() < 0.2 ? null : 8 + whole(20)
    const asked = whole(30)
    const fromMonths = whole(48)
    const km = random() ** 2 * 45
    const at = NOW + random() ** 1.5 * LOOK_AHEAD_MS
    const isFull = random() < 0.08
    return {
      id: `prv_${String(index).padStart(2, '0')}`,
      status: 'APPROVED',
      specialties: [...specialties],
      languages: [
        ...(random() < 0.85 ? ['de'] : []),
        ...(random() < 0.4 ? [oneOf(LANGUAGES)] : []),
      ],
      locationIds: ['loc_1'],
      profession: null,
      ageRange: random() < 0.3 ? null : { fromMonths, toMonths: fromMonths + 36 + whole(160) },
      modalities: random() < 0.5 ? ['CLINIC', 'TELEHEALTH'] : ['CLINIC'],
      payers: [],
      acceptsNewClients: random() < 0.92,
      caseloadLimit,
      isNew: random() < 0.15,
      isLicensed: true,
      knownBy: told.isKnown && index === 7 ? { id: 'ctm_1', isTeam: true } : null,
      nearest: km <= (maxDistanceKm ?? Infinity) ? { id: 'loc_1', km } : null,
      caseload: caseloadLimit === null ? whole(25) : whole(caseloadLimit + 2),
      asked,
      declined: whole(asked / 2 + 1),
      slots: isFull
        ? []
        : [{ locationId: 'loc_1', at, day: new Date(at).toISOString().slice(0, 10) }],
    }
  })
}

export const CASES: readonly Case[] = NOTES.map((note, index) => {
  const wish = wishOf(note)
  return { text: note[0], wish, providers: providersFor(wish, numbersFrom(1_000 + index), note[4]) }
})

/**
 * 0 to 3, by a checklist as an intake coordinator would go through it: how many of its points a provider misses. It
 * counts and compares with limits where the scorer weighs, and shares no code with it.
 */
export const gradeOf = ({ wish }: Case, provider: Examined): number => {
  const met = wish.needs.filter(({ id }) => provider.specialties.includes(id)).length
  if (met === 0) return 0
  const [slot] = provider.slots
  const misses: [point: string, isMissed: boolean][] = [
    ['NEEDS', met < wish.needs.length],
    [
      'LANGUAGE',
      wish.languages.length > 0 &&
        !provider.languages.some((spoken) => wish.languages.includes(spoken)),
    ],
    ['DISTANCE', wish.modality !== 'TELEHEALTH' && (provider.nearest?.km ?? Infinity) > 20],
    ['EARLIEST_SLOT', !slot || slot.at > NOW + 14 * DAY_MS],
    ['ROOM', provider.caseloadLimit !== null && provider.caseload >= provider.caseloadLimit - 1],
    ['CONTINUITY', wish.preferences.includes('CONTINUITY') && !provider.knownBy],
  ]
  const missed = misses
    .filter(([, isMissed]) => isMissed)
    .reduce((sum, [point]) => sum + (wish.preferences.includes(point) ? 2 : 1), 0)
  return Math.min(3, Math.max(0, 3 - missed + (provider.knownBy ? 1 : 0)))
}
