import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { OnboardingStage, WaitsFor } from './rules.ts'

export const OnboardingBoardQuery = z.strictObject({
  planId: idOf('onboardingPlan').optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20).meta({
    description:
      'Maximum number of onboardings for each stage, those that have waited longest first.',
    example: 20,
  }),
})
export type OnboardingBoardQuery = z.infer<typeof OnboardingBoardQuery>

const count = (description: string, example: number) => z.int().meta({ description, example })

const BoardCard = z
  .strictObject({
    onboardingId: idOf('providerOnboarding'),
    providerId: idOf('provider'),
    providerName: z.string().meta({ description: 'Name of the provider.', example: 'Ana Ruiz' }),
    stageEnteredAt: z.iso.datetime().meta({
      description: 'When the current stage began, in UTC.',
      example: '2026-11-21T09:30:00.000Z',
    }),
    daysInStage: count('Number of whole days in the current stage.', 3),
    waitingOn: z.array(z.enum(WaitsFor)).meta({
      description: 'Parties that must act.',
      example: ['APPLICANT'],
    }),
    dueAt: z.iso.datetime().nullable().meta({
      description: 'When the first missing item is due, in UTC; null if nothing is missing.',
      example: '2026-12-05T22:59:00.000Z',
    }),
    openItems: count('Number of blocking items that are neither accepted nor waived.', 2),
  })
  .meta({ id: 'OnboardingBoardCard' })

const BoardStage = z
  .strictObject({
    stage: z
      .enum(OnboardingStage)
      .meta({ description: 'Stage to which the figures apply.', example: 'DOCUMENTS' }),
    onboardings: count('Number of records in the stage.', 1),
    overdue: count('Number of onboardings with an overdue item.', 0),
    medianDays: z.number().nullable().meta({
      description: 'Median number of days in the stage; null if there are no records.',
      example: 3,
    }),
    waiting: z
      .array(
        z.strictObject({
          waitingOn: z.enum(WaitsFor).meta({ description: 'Who.', example: 'APPLICANT' }),
          onboardings: count('Number of onboardings that wait for this party.', 1),
        }),
      )
      .meta({
        description:
          'Parties for whom the onboardings of the stage wait. An onboarding can wait for several.',
      }),
    longest: z
      .array(BoardCard)
      .meta({ description: 'Onboardings that have been in the stage longest.' }),
  })
  .meta({ id: 'OnboardingBoardStage' })

/** The stages of onboardings in progress. */
export const OnboardingBoard = resourceSchema('OnboardingBoard', {
  stages: z.array(BoardStage).meta({ description: 'All stages, in their order.' }),
})
export type OnboardingBoard = z.infer<typeof OnboardingBoard>
