import { z } from 'zod'
import type { TherapistMatch as MatchModel } from '#prisma/generated/client.ts'
import { MODALITIES } from '#organization/providers/profile-schemas.ts'
import { licenseState } from '#organization/provider-licenses/schemas.ts'
import { languageTag } from '#messaging/locales/language-tag.ts'
import { weeklyWindows } from '#organization/schedules/weekly-windows.ts'
import { Address } from '#platform/core/contact/address.ts'
import { Coordinates } from '#platform/core/contact/coordinates.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/records/ids.ts'
import { because } from '#platform/core/input/issue.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { line } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate, instantText, timeZone, utc } from '#platform/core/time/time.ts'
import { needCode } from '../matching-needs/schemas.ts'
import { FEATURES } from '../matching-settings/rules.ts'
import { MatchingWeights } from '../matching-settings/schemas.ts'
import { EXCLUSIONS } from './excluded-for.ts'
import { REASON_CODES } from './reasons-of.ts'

/** Preferences that a family can state. None concerns their identity. */
const PREFERENCES = ['LANGUAGE', 'CONTINUITY', 'DISTANCE', 'EARLIEST_SLOT'] as const

const asked = {
  needs: z
    .array(needCode())
    .min(1)
    .max(20)
    .refine((codes) => new Set(codes).size === codes.length, {
      error: 'must not repeat a need',
      params: because('duplicate'),
    })
    .meta({
      description: 'Codes of the centre’s matching needs (`GET /v1/matching-needs`), from 1 to 20.',
      example: ['speech_delay'],
    }),
  maxDistanceKm: z.number().min(0.1).max(500).meta({
    description:
      'Maximum distance in kilometres, in a straight line. Requires `coordinates` or an `address`.',
    example: 20,
  }),
  modality: z
    .enum(MODALITIES)
    .meta({ description: 'Modality: at the centre, at home, or by video.' }),
  state: licenseState().meta({
    description:
      'State in which the child is treated, as an ISO 3166-2 code. Excludes providers who have no valid license there today (`/v1/provider-licenses`).',
    example: 'US-IL',
  }),
  payer: line(100).meta({
    description:
      'Payer, in the words of the providers’ `payers`. Providers without payers accept every payer.',
    example: 'Medicaid',
  }),
  windows: z
    .strictObject({
      timeZone: timeZone().meta({
        description: 'IANA time zone of the local times in the windows.',
        example: 'Europe/Berlin',
      }),
      windows: weeklyWindows().meta({
        description: 'Times when the family can come. A slot must lie entirely within one window.',
      }),
    })
    .refine(({ windows }) => windows.length > 0, {
      error: 'must contain at least one window',
      path: ['windows'],
      params: because('too_few'),
    })
    .meta({ description: 'Weekly times that suit the family.' }),
  latestStartOn: calendarDate().meta({
    description: 'Latest date of the first slot, within four weeks from now.',
    example: '2026-12-18',
  }),
  preferences: z
    .array(z.enum(PREFERENCES))
    .max(PREFERENCES.length)
    .refine((names) => new Set(names).size === names.length, {
      error: 'must not repeat a preference',
      params: because('duplicate'),
    })
    .meta({
      description:
        'Preferences that the family has stated, never inferred ones. Each doubles the weight of its reason.',
      example: ['LANGUAGE'],
    }),
  excludedProviderIds: z
    .array(idOf('provider'))
    .max(100)
    .meta({ description: 'IDs of at most 100 providers to exclude.', example: [] }),
}

const ageMonths = z.int().min(0).max(1200).meta({
  description: 'Age in whole months. Only allowed without childId.',
  example: 43,
})

const languages = (tag: z.ZodType<string>) =>
  z
    .array(tag)
    .max(10)
    .meta({ description: 'Languages of the family, as BCP 47 tags.', example: ['de', 'tr'] })

const limit = z
  .int()
  .min(1)
  .max(25)
  .meta({ description: 'Maximum number of providers, at most 25.', example: 10 })

/** Strict: other members, such as a child’s sex, origin or religion, are refused. */
export const MatchTherapists = z
  .strictObject({
    childId: idOf('child').exactOptional(),
    needs: asked.needs.exactOptional().meta({
      description:
        'Codes of the centre’s matching needs (`GET /v1/matching-needs`), from 1 to 20. For a child, this defaults to the needs whose `goalAreas` include an area of the child’s active goals, which requires `goals:read`.',
      example: ['speech_delay'],
    }),
    ageMonths: ageMonths.exactOptional(),
    languages: languages(languageTag).default([]),
    locationId: idOf('location').exactOptional(),
    coordinates: Coordinates.exactOptional().meta({
      description:
        'Position of the family, from which distances are computed. Cannot be combined with a location.',
    }),
    address: Address.exactOptional().meta({
      description:
        'Address of the family, instead of `coordinates`. The operator’s geocoder looks it up without a name. The match stores only the position, rounded to about 100 m.',
    }),
    maxDistanceKm: asked.maxDistanceKm.exactOptional(),
    modality: asked.modality.exactOptional(),
    state: asked.state.exactOptional(),
    payer: asked.payer.exactOptional(),
    serviceId: idOf('service').exactOptional(),
    windows: asked.windows.exactOptional(),
    latestStartOn: asked.latestStartOn.exactOptional(),
    preferences: asked.preferences.default([]),
    excludedProviderIds: asked.excludedProviderIds.default([]),
    limit: limit.default(10),
  })
  .check(({ value, issues }) => {
    const refuse = (path: string, message: string, code: 'required' | 'exactly_one') =>
      issues.push({
        code: 'custom',
        input: value,
        path: [path],
        message,
        params: because(code),
      })
    if (!value.childId && !value.needs)
      refuse('needs', 'is required unless childId is sent', 'required')
    if (value.childId && value.ageMonths !== undefined)
      refuse('ageMonths', 'must be omitted: the age of the child is on record', 'exactly_one')
    if (value.locationId && value.coordinates)
      refuse('coordinates', 'must be omitted if a location is sent', 'exactly_one')
    if (value.address && (value.locationId || value.coordinates))
      refuse('address', 'must be omitted if a location or coordinates are sent', 'exactly_one')
    if (value.maxDistanceKm !== undefined && !value.coordinates && !value.address)
      refuse('coordinates', 'or an address is required to match by distance', 'required')
  })
  .meta({
    id: 'MatchTherapists',
    example: {
      needs: ['speech_delay'],
      ageMonths: 43,
      languages: ['de'],
      modality: 'CLINIC',
      limit: 5,
    },
  })
export type MatchTherapists = z.infer<typeof MatchTherapists>

const Reason = z
  .strictObject({
    code: growing(z.enum(REASON_CODES)).meta({ description: 'Stable code of the reason.' }),
    weight: z.number().meta({
      description: 'Relative weight of the reason from the settings, doubled for a preference.',
    }),
    value: z
      .number()
      .min(0)
      .max(1)
      .meta({ description: 'How well the reason applies to this provider, from 0 to 1.' }),
    text: z.string().meta({ description: 'Explanation in words.' }),
    evidenceIds: z.array(naming(ANY_RECORD, z.string())).meta({
      description: 'IDs of the records that support the reason.',
    }),
  })
  .meta({
    id: 'MatchReason',
    example: {
      code: 'specialty',
      weight: 30,
      value: 1,
      text: 'Meets 1 of 1 needs.',
      evidenceIds: [exampleId('provider')],
    },
  })

const Slot = z
  .strictObject({
    locationId: idOf('location'),
    startsAt: instantText.meta({
      description: 'Start time, with the offset of the location.',
      example: '2026-12-01T09:00:00+01:00',
    }),
  })
  .meta({ id: 'MatchSlot' })
export type Slot = z.infer<typeof Slot>

const RankedProvider = z
  .strictObject({
    providerId: idOf('provider'),
    rank: z.int().min(1).meta({ description: 'Number, counted from 1.' }),
    score: z.number().min(0).max(1).meta({
      description: 'Weighted mean of the values of the reasons.',
    }),
    exploration: z.boolean().meta({
      description:
        'Whether the place is reserved for new providers, and the provider would not have had it by score.',
    }),
    reasons: z.array(Reason).meta({ description: 'Reasons that determine the score.' }),
    earliestSlots: z.array(Slot).meta({
      description:
        'Up to three start times in the next four weeks that can be booked now. A required consent may still be missing.',
    }),
  })
  .meta({
    id: 'RankedProvider',
    example: {
      providerId: exampleId('provider'),
      rank: 1,
      score: 0.91,
      exploration: false,
      reasons: [
        {
          code: 'specialty',
          weight: 30,
          value: 1,
          text: 'Meets 1 of 1 needs.',
          evidenceIds: [exampleId('provider')],
        },
      ],
      earliestSlots: [{ locationId: exampleId('location'), startsAt: '2026-12-01T09:00:00+01:00' }],
    },
  })

const Excluded = z
  .strictObject({
    code: growing(z.enum(EXCLUSIONS)).meta({
      description: 'Reason for the exclusion, as a stable code.',
    }),
    count: z.int().min(1).meta({ description: 'Number of providers excluded for this reason.' }),
    text: z.string().meta({ description: 'Explanation in words.' }),
  })
  .meta({
    id: 'MatchExclusion',
    example: {
      code: 'age_not_treated',
      count: 12,
      text: '12 excluded: they do not treat this age group.',
    },
  })

const rankedProviders = z
  .array(RankedProvider)
  .meta({ description: 'Providers, best first; equal scores are ordered by ID.' })
const excludedProviders = z.array(Excluded).meta({
  description:
    'Providers that were excluded, each counted only for the first reason. Full caseloads and missing slots are checked only for the best providers by all other reasons (`examined`).',
})

/** The question as stored. */
const MatchInput = z.strictObject({
  needs: asked.needs,
  ageMonths: ageMonths
    .nullable()
    .meta({ description: 'Age in whole months; null if it was not given.' }),
  languages: languages(z.string()),
  locationId: idOf('location').nullable(),
  coordinates: Coordinates.nullable().meta({
    description: 'Position of the family; null if it was not given.',
  }),
  maxDistanceKm: asked.maxDistanceKm.nullable(),
  modality: asked.modality.nullable(),
  state: asked.state.nullable(),
  payer: asked.payer.nullable(),
  serviceId: idOf('service').nullable(),
  windows: asked.windows.nullable(),
  latestStartOn: asked.latestStartOn.nullable(),
  preferences: asked.preferences,
  excludedProviderIds: asked.excludedProviderIds,
  limit,
})
export type MatchInput = z.infer<typeof MatchInput>

export const TherapistMatch = resourceSchema('TherapistMatch', {
  id: idOf('therapistMatch'),
  childId: idOf('child')
    .nullable()
    .meta({ description: 'The child; null if the match is for needs without a child.' }),
  ...MatchInput.shape,
  matches: rankedProviders,
  excluded: excludedProviders,
  weights: MatchingWeights.meta({ description: 'Weights used for the scores.' }),
  settingsVersion: z
    .int()
    .min(1)
    .meta({ description: 'Version of the matching settings used.', example: 1 }),
  inputHash: z.string().meta({
    description: 'SHA-256 of the request, in hexadecimal digits. It is also in the audit trail.',
    example: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
  }),
  considered: z.int().min(0).meta({
    description: 'Number of providers who were considered, which are those not archived.',
    example: 48,
  }),
  examined: z.int().min(0).meta({
    description:
      'Number of providers whose calendars were checked, which are the best by all other reasons.',
    example: 30,
  }),
  requestedBy: z.string().meta({
    description: 'ID of the user or API key that made the request.',
    example: exampleId('apiKey'),
  }),
  createdAt: z.iso.datetime().meta({
    description: 'When the record was created, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
})
export type TherapistMatch = z.infer<typeof TherapistMatch>

export const toTherapistMatch = (row: MatchModel): TherapistMatch => ({
  id: row.id,
  childId: row.childId,
  ...fromJson(MatchInput, row.input),
  matches: fromJson(rankedProviders, row.matches),
  excluded: fromJson(excludedProviders, row.excluded),
  weights: settingsOf(row).weights,
  settingsVersion: row.settingsVersion,
  inputHash: row.inputHash,
  considered: row.considered,
  examined: row.examined,
  requestedBy: row.requestedBy,
  createdAt: utc(row.createdAt),
})

const KeptSettings = z.strictObject({
  weights: MatchingWeights,
  explorationShare: z.number(),
  newProviderDays: z.int(),
  version: z.int(),
})

/** The settings that a match used. */
const settingsOf = (row: { settings: unknown }) => fromJson(KeptSettings, row.settings)

/** The best providers of a match, with the values of their criteria. */
const KeptCandidates = z.array(
  z.strictObject({
    providerId: z.string(),
    isNew: z.boolean(),
    values: z.partialRecord(z.enum(FEATURES), z.number()),
  }),
)
export const candidatesOf = (row: { candidates: unknown }) =>
  fromJson(KeptCandidates, row.candidates)
