import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { OnboardingStage, WaitsFor } from './rules.ts'

export const OnboardingBoardQuery = z.strictObject({
  planId: idOf('onboardingPlan').optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20).meta({
    description: 'How many onboardings to show for each stage, longest-waiting first.',
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
      description: 'Since when it has been at the stage, in UTC.',
      example: '2026-11-21T09:30:00.000Z',
    }),
    daysInStage: count('The same in whole days.', 3),
    waitingOn: z.array(z.enum(WaitsFor)).meta({
      description: 'Whom it waits for.',
      example: ['APPLICANT'],
    }),
    dueAt: z.iso.datetime().nullable().meta({
      description: 'When the first missing item is due, in UTC; null if there is none.',
      example: '2026-12-05T22:59:00.000Z',
    }),
    openItems: count('Blocking items that are neither accepted nor waived.', 2),
  })
  .meta({ id: 'OnboardingBoardCard' })

const BoardStage = z
  .strictObject({
    stage: z.enum(OnboardingStage).meta({ description: 'The stage.', example: 'DOCUMENTS' }),
    onboardings: count('How many are at the stage.', 1),
    overdue: count('How many have something overdue.', 0),
    medianDays: z.number().nullable().meta({
      description: 'Median of days at the stage; null without any.',
      example: 3,
    }),
    waiting: z
      .array(
        z.strictObject({
          waitingOn: z.enum(WaitsFor).meta({ description: 'Who.', example: 'APPLICANT' }),
          onboardings: count('How many wait for them.', 1),
        }),
      )
      .meta({ description: 'Whom those of the stage wait for; one may wait for several.' }),
    longest: z
      .array(BoardCard)
      .meta({ description: 'The longest-waiting onboardings of the stage.' }),
  })
  .meta({ id: 'OnboardingBoardStage' })

/** The stages of onboardings in progress. */
export const OnboardingBoard = resourceSchema('OnboardingBoard', {
  stages: z.array(BoardStage).meta({ description: 'All four, in their order.' }),
})
export type OnboardingBoard = z.infer<typeof OnboardingBoard>
