import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'
import { instantRange } from '#platform/core/lists/paging.ts'
import { line } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { LeadSource, LeadStage } from '../lead/rules.ts'

export const LeadBoardQuery = z.strictObject({
  locationId: idOf('location').optional(),
  assigneeId: idOf('user').optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20).meta({
    description: 'How many leads to show for each stage, longest-waiting first.',
    example: 20,
  }),
})
export type LeadBoardQuery = z.infer<typeof LeadBoardQuery>

const count = (description: string, example: number) => z.int().meta({ description, example })

const BoardCard = z
  .strictObject({
    leadId: idOf('lead'),
    source: z.enum(LeadSource).meta({ description: 'Source of the lead.', example: 'FORM' }),
    locationId: idOf('location').nullable(),
    assigneeId: idOf('user').nullable(),
    stageEnteredAt: z.iso.datetime().meta({
      description: 'Since when it has been at the stage, in UTC.',
      example: '2026-11-21T09:30:00.000Z',
    }),
    daysInStage: count('The same in whole days.', 3),
    dueAt: z.iso.datetime().nullable().meta({
      description: 'When it should have left the stage, in UTC.',
      example: '2026-11-24T09:30:00.000Z',
    }),
    isOffered: z.boolean().meta({
      description: 'Whether a provider is being asked now.',
      example: false,
    }),
  })
  .meta({ id: 'LeadBoardCard' })

/** The stages of open leads. */
export const LeadBoard = resourceSchema('LeadBoard', {
  stages: z
    .array(
      z
        .strictObject({
          stage: z.enum(LeadStage).meta({ description: 'The stage.', example: 'QUALIFYING' }),
          leads: count('How many are at the stage.', 1),
          overdue: count('How many should have left it.', 0),
          unassigned: count('How many have no assignee.', 1),
          medianDays: z.number().nullable().meta({
            description: 'Median of days at the stage; null without any.',
            example: 3,
          }),
          longest: z
            .array(BoardCard)
            .meta({ description: 'The longest-waiting leads of the stage.' }),
        })
        .meta({ id: 'LeadBoardStage' }),
    )
    .meta({ description: 'All four, in their order.' }),
})
export type LeadBoard = z.infer<typeof LeadBoard>

export const LeadFunnelQuery = z.strictObject({
  ...instantRange('createdAt'),
  locationId: idOf('location').optional(),
  source: z.enum(LeadSource).optional().meta({ description: 'Only leads from this source.' }),
  campaign: line(100).optional().meta({
    description: 'Only leads of this campaign.',
    example: 'spring-2027',
  }),
})
export type LeadFunnelQuery = z.infer<typeof LeadFunnelQuery>

const funnel = {
  created: count('Leads that came.', 40),
  qualified: count('Of these, how many were ever qualified.', 28),
  matched: count('How many were ever matched.', 24),
  converted: count('How many became a client and a child.', 15),
  lost: count('How many were lost.', 9),
  expired: count('How many expired.', 4),
  open: count('How many are open.', 12),
  medianHoursToQualified: z.number().nullable().meta({
    description: 'Median of hours until qualification; null without any.',
    example: 20.5,
  }),
  medianDaysToConverted: z.number().nullable().meta({
    description: 'Median of days until conversion; null without any.',
    example: 9,
  }),
}

/** Outcomes of a period's leads, by source and campaign. */
export const LeadFunnel = resourceSchema('LeadFunnel', {
  total: z.strictObject(funnel).meta({ description: 'All of them.' }),
  rows: z
    .array(
      z
        .strictObject({
          source: z.enum(LeadSource).meta({ description: 'Source of the leads.', example: 'FORM' }),
          campaign: z.string().nullable().meta({
            description: 'The campaign; null for none.',
            example: 'spring-2027',
          }),
          ...funnel,
        })
        .meta({ id: 'LeadFunnelRow' }),
    )
    .meta({ description: 'By source and campaign, at most 500.' }),
})
export type LeadFunnel = z.infer<typeof LeadFunnel>
