import { z } from 'zod'
import { invalid } from '#platform/core/errors/errors.ts'
import { Modality } from '#vocabulary/modality.ts'

/**
 * Places of service, with the codes that claims and superbills show: the CMS Place of Service Code Set
 * (https://www.cms.gov/medicare/coding-billing/place-of-service-codes/code-sets). Only those that therapy centres
 * use.
 */
export const PLACES_OF_SERVICE = {
  OFFICE: '11',
  HOME: '12',
  SCHOOL: '03',
  INDEPENDENT_CLINIC: '49',
  OUTPATIENT_REHABILITATION: '62',
  OTHER: '99',
  TELEHEALTH_HOME: '10',
  TELEHEALTH_OTHER: '02',
} as const
export type PlaceOfService = keyof typeof PLACES_OF_SERVICE

const PlaceOfService = Object.keys(PLACES_OF_SERVICE) as PlaceOfService[]

export interface Placing {
  modality: Modality
  placeOfService: PlaceOfService | null
}

const fits = ({ modality, placeOfService }: Placing): boolean =>
  placeOfService === null || placeOfService.startsWith('TELEHEALTH_') === (modality !== 'IN_PERSON')

/**
 * How and where something takes place after a change. A place that does not fit a new modality is removed; a place
 * that is given must fit. Video and telephone are both telehealth for payers.
 */
export const placingOf = (
  before: { modality: string; placeOfService: string | null },
  given: Partial<Placing>,
): Placing => {
  const after = { ...(before as Placing), ...given }
  const { modality, placeOfService } = after
  if (fits(after)) return { modality, placeOfService }
  if (given.placeOfService === undefined) return { modality, placeOfService: null }
  throw invalid(
    'placeOfService',
    'mismatch',
    `${given.placeOfService} does not fit the modality ${modality}. TELEHEALTH and PHONE take place at TELEHEALTH_HOME or TELEHEALTH_OTHER, and IN_PERSON elsewhere.`,
  )
}

/** Whether a request says how or where something takes place. */
export const isPlacing = (given: Partial<Placing>): boolean =>
  given.modality !== undefined || given.placeOfService !== undefined

export const placingMembers = {
  modality: z.enum(Modality).meta({
    description: 'How the visit takes place: in person, by video or by telephone.',
    example: 'IN_PERSON',
  }),
  placeOfService: z.enum(PlaceOfService).nullable().meta({
    description:
      'Place of service for payers, with its CMS code: OFFICE 11, HOME 12, SCHOOL 03, INDEPENDENT_CLINIC 49, OUTPATIENT_REHABILITATION 62 (comprehensive outpatient rehabilitation facility), OTHER 99 (such as a child-care centre), TELEHEALTH_HOME 10 (by video or telephone, the child is at home), TELEHEALTH_OTHER 02 (the child is elsewhere). Null if it is not stated.',
    example: 'OFFICE',
  }),
}

/** A link to a video visit with the centre’s own video provider. The platform does not open it. */
export const meetingUrl = z.url({ protocol: /^https$/, error: 'must be an https URL' }).max(2048)
