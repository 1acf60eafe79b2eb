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
    description: 'Maximum number of leads for each stage, those that have waited longest first.',
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
      description: 'When the current stage began, in UTC.',
      example: '2026-11-21T09:30:00.000Z',
    }),
    daysInStage: count('Number of whole days in the current stage.', 3),
    dueAt: z.iso.datetime().nullable().meta({
      description: 'When the lead should leave the stage, in UTC.',
      example: '2026-11-24T09:30:00.000Z',
    }),
    isOffered: z.boolean().meta({
      description: 'Whether an offer to a provider is open.',
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
          stage: z
            .enum(LeadStage)
            .meta({ description: 'Stage to which the figures apply.', example: 'QUALIFYING' }),
          leads: count('Number of records in the stage.', 1),
          overdue: count('Number of leads that are overdue in the stage.', 0),
          unassigned: count('Number of leads without an assignee.', 1),
          medianDays: z.number().nullable().meta({
            description: 'Median number of days in the stage; null if there are no records.',
            example: 3,
          }),
          longest: z
            .array(BoardCard)
            .meta({ description: 'Leads that have been in the stage longest.' }),
        })
        .meta({ id: 'LeadBoardStage' }),
    )
    .meta({ description: 'All stages, in their order.' }),
})
export type LeadBoard = z.infer<typeof LeadBoard>

export const LeadFunnelQuery = z.strictObject({
  ...instantRange('createdAt'),
  locationId: idOf('location').optional(),
  source: z
    .enum(LeadSource)
    .optional()
    .meta({ description: 'Returns only leads from this source.' }),
  campaign: line(100).optional().meta({
    description: 'Returns only leads of this campaign.',
    example: 'spring-2027',
  }),
})
export type LeadFunnelQuery = z.infer<typeof LeadFunnelQuery>

const funnel = {
  created: count('Number of leads created.', 40),
  qualified: count('Number of these leads that were ever qualified.', 28),
  matched: count('Number of these leads that were ever matched.', 24),
  converted: count('Number of these leads that were converted into a client and a child.', 15),
  lost: count('Number of these leads that were lost.', 9),
  expired: count('Number of these leads that expired.', 4),
  open: count('Number of these leads that are open.', 12),
  medianHoursToQualified: z.number().nullable().meta({
    description: 'Median number of hours until qualification; null if there are none.',
    example: 20.5,
  }),
  medianDaysToConverted: z.number().nullable().meta({
    description: 'Median number of days until conversion; null if there are none.',
    example: 9,
  }),
}

/** Outcomes of a period's leads, by source and campaign. */
export const LeadFunnel = resourceSchema('LeadFunnel', {
  total: z.strictObject(funnel).meta({ description: 'Total of all rows.' }),
  rows: z
    .array(
      z
        .strictObject({
          source: z.enum(LeadSource).meta({ description: 'Source of the leads.', example: 'FORM' }),
          campaign: z.string().nullable().meta({
            description: 'Campaign of the leads; null if there is none.',
            example: 'spring-2027',
          }),
          ...funnel,
        })
        .meta({ id: 'LeadFunnelRow' }),
    )
    .meta({ description: 'Figures by source and campaign, at most 500 rows.' }),
})
export type LeadFunnel = z.infer<typeof LeadFunnel>
