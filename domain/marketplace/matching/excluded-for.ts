import { normalized } from './rules.ts'
import type { Candidate, Examined, Wish } from './wish.ts'

export const EXCLUSIONS = [
  'excluded_by_request',
  'not_approved',
  'license_not_valid',
  'no_new_clients',
  'service_not_offered',
  'not_at_location',
  'other_profession',
  'age_not_treated',
  'modality_not_offered',
  'payer_not_taken',
  'too_far',
  'caseload_full',
  'no_slot_in_time',
] as const
export type Exclusion = (typeof EXCLUSIONS)[number]

const EXCLUSION_TEXTS: Record<Exclusion, string> = {
  excluded_by_request: 'the request excludes them',
  not_approved: 'they are not approved, or are suspended',
  license_not_valid: 'no valid license in this state',
  no_new_clients: 'they accept no new clients',
  service_not_offered: 'they do not perform the service',
  not_at_location: 'they do not work at the location',
  other_profession: 'a need asks for another profession',
  age_not_treated: 'they do not treat this age group',
  modality_not_offered: 'they do not offer this modality',
  payer_not_taken: 'they do not accept the payer',
  too_far: 'none of their known locations is near enough',
  caseload_full: 'their caseload is full',
  no_slot_in_time: 'they have no free slot in time',
}

export const exclusionText = (code: Exclusion, count: number): string =>
  `${count} excluded: ${EXCLUSION_TEXTS[code]}.`

const same = (a: string, b: string): boolean => normalized(a) === normalized(b)

type Constraint<Of> = readonly [Exclusion, (of: Of, wish: Wish) => boolean]

/** A provider who knows the child does not need capacity for a new client. */
const CONSTRAINTS: readonly Constraint<Candidate>[] = [
  ['excluded_by_request', ({ id }, wish) => wish.excludedProviderIds.includes(id)],
  ['not_approved', ({ status }) => status !== 'APPROVED'],
  ['license_not_valid', ({ isLicensed }) => !isLicensed],
  ['no_new_clients', ({ acceptsNewClients, knownBy }) => !acceptsNewClients && !knownBy],
  [
    'service_not_offered',
    ({ id }, { performers }) => performers.length > 0 && !performers.includes(id),
  ],
  [
    'not_at_location',
    ({ locationIds }, { locationId }) =>
      locationId !== null && locationIds.length > 0 && !locationIds.includes(locationId),
  ],
  [
    'other_profession',
    ({ profession }, { needs }) =>
      needs.some(
        ({ professions }) =>
          professions.length > 0 && (profession === null || !professions.includes(profession)),
      ),
  ],
  [
    'age_not_treated',
    ({ ageRange }, { ageMonths }) =>
      ageRange !== null &&
      ageMonths !== null &&
      (ageMonths < ageRange.fromMonths ||
        (ageRange.toMonths !== null && ageMonths >= ageRange.toMonths)),
  ],
  [
    'modality_not_offered',
    ({ modalities }, { modality }) => modality !== null && !modalities.includes(modality),
  ],
  [
    'payer_not_taken',
    ({ payers }, { payer }) =>
      payer !== null && payers.length > 0 && !payers.some((taken) => same(taken, payer)),
  ],
  [
    'too_far',
    ({ nearest }, { hasPlace, maxDistanceKm, modality }) =>
      nearest === null &&
      hasPlace &&
      (modality === 'HOME' || (maxDistanceKm !== null && modality !== 'TELEHEALTH')),
  ],
]

const LATE_CONSTRAINTS: readonly Constraint<Examined>[] = [
  [
    'caseload_full',
    ({ caseload, caseloadLimit, knownBy }) =>
      caseloadLimit !== null && caseload >= caseloadLimit && !knownBy,
  ],
  [
    'no_slot_in_time',
    ({ slots }, { latestStartOn }) =>
      latestStartOn !== null && !(slots[0] && slots[0].day <= latestStartOn),
  ],
]

/** The first reason that excludes a provider; undefined if there is none. */
export const excludedFor = (candidate: Candidate, wish: Wish): Exclusion | undefined =>
  CONSTRAINTS.find(([, holds]) => holds(candidate, wish))?.[0]

export const excludedLate = (examined: Examined, wish: Wish): Exclusion | undefined =>
  LATE_CONSTRAINTS.find(([, holds]) => holds(examined, wish))?.[0]
