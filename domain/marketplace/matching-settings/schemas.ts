import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'
import { because } from '#platform/core/input/issue.ts'
import { outcomeSchema } from '#platform/core/schemas/outcome-schema.ts'
import { recordMembers } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { DEFAULT_SETTINGS, type Feature } from './rules.ts'

const ABOUT: Record<Feature, string> = {
  specialty: 'Share of the needs that the provider’s specialties meet.',
  language: 'Whether the provider speaks a language of the family.',
  age: 'Whether the provider’s profile states that they treat children of this age.',
  continuity: 'Whether the provider is on the child’s care team or has treated the child.',
  distance: 'How near the provider is to the family.',
  earliestSlot: 'How soon the provider can begin.',
  caseloadRoom: 'Share of the provider’s caseload that is free.',
  acceptance: 'How few of the recently requested times the provider declined.',
}

const weight = (feature: Feature) =>
  z
    .int()
    .min(0)
    .max(100)
    .meta({
      description: `${ABOUT[feature]} Weight from 0 to 100.`,
      example: DEFAULT_SETTINGS.weights[feature],
    })

const weightMembers = {
  specialty: weight('specialty'),
  language: weight('language'),
  age: weight('age'),
  continuity: weight('continuity'),
  distance: weight('distance'),
  earliestSlot: weight('earliestSlot'),
  caseloadRoom: weight('caseloadRoom'),
  acceptance: weight('acceptance'),
}

export const MatchingWeights = z.strictObject(weightMembers).meta({
  id: 'MatchingWeights',
  example: DEFAULT_SETTINGS.weights,
})

const members = {
  weights: MatchingWeights.meta({ description: 'Relative weight of each reason.' }),
  explorationShare: z.number().min(0).max(0.3).meta({
    description:
      'Maximum share of places in a response, from 0 to 0.3, for new providers who would not have been included by their score.',
    example: DEFAULT_SETTINGS.explorationShare,
  }),
  newProviderDays: z.int().min(0).max(365).meta({
    description: 'Number of days for which a provider counts as new.',
    example: DEFAULT_SETTINGS.newProviderDays,
  }),
}

export const MatchingSettings = resourceSchema('MatchingSettings', { ...members, ...recordMembers })
export type MatchingSettings = z.infer<typeof MatchingSettings>

const Move = z.strictObject({
  providerId: idOf('provider'),
  rankBefore: z.int().nullable().meta({
    description: 'Rank with the current settings; null if the provider was not in the response.',
    example: 4,
  }),
  rankAfter: z.int().nullable().meta({
    description: 'Rank with the new settings; null if the provider would not be in the response.',
    example: 2,
  }),
})

export const MovedMatch = z
  .strictObject({
    matchId: idOf('therapistMatch'),
    moves: z.array(Move).meta({ description: 'Providers whose rank changes, highest first.' }),
  })
  .meta({ id: 'MovedMatch' })
export type MovedMatch = z.infer<typeof MovedMatch>

/** The response to a change: the settings, and the reranking of earlier matches. */
export const MatchingSettingsOutcome = outcomeSchema('MatchingSettingsOutcome', MatchingSettings, {
  movedMatches: z.array(MovedMatch).meta({
    description:
      'The latest 50 matches, each with the providers whose rank these settings change. The stored matches do not change.',
  }),
})
export type MatchingSettingsOutcome = z.infer<typeof MatchingSettingsOutcome>

export const PatchMatchingSettings = z
  .strictObject({
    weights: z
      .strictObject({
        specialty: weightMembers.specialty.exactOptional(),
        language: weightMembers.language.exactOptional(),
        age: weightMembers.age.exactOptional(),
        continuity: weightMembers.continuity.exactOptional(),
        distance: weightMembers.distance.exactOptional(),
        earliestSlot: weightMembers.earliestSlot.exactOptional(),
        caseloadRoom: weightMembers.caseloadRoom.exactOptional(),
        acceptance: weightMembers.acceptance.exactOptional(),
      })
      .refine((weights) => Object.values(weights).length > 0, {
        error: 'must contain at least one weight',
        params: because('required'),
      })
      .exactOptional()
      .meta({ description: 'Weights to change. Weights that you omit stay unchanged.' }),
    explorationShare: members.explorationShare.exactOptional(),
    newProviderDays: members.newProviderDays.exactOptional(),
  })
  .meta({ id: 'PatchMatchingSettings', example: { weights: { language: 40 } } })
export type PatchMatchingSettings = z.infer<typeof PatchMatchingSettings>
