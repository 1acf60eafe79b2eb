import { include } from './lead-row.ts'
import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { notFound } from '#platform/core/errors/errors.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, fact, instantRange, listQuery } from '#platform/core/lists/paging.ts'
import { line } from '#platform/core/records/record.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import { given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { LeadSource, LeadStage, LeadStatus } from './rules.ts'
import { toLeadOffer } from '../offers/schemas.ts'
import { showLeads } from './show-leads.ts'

export const LeadQuery = listQuery(
  'lead',
  ['-createdAt', 'createdAt', 'stageEnteredAt', '-stageEnteredAt'],
  {
    status: anyOf(LeadStatus, 'Returns only leads with this status.'),
    source: anyOf(LeadSource, 'Returns only leads from this source.'),
    campaign: line(100).optional().meta({
      description: 'Returns only leads of this campaign.',
      example: 'spring-2027',
    }),
    locationId: idOf('location').optional(),
    assigneeId: idOf('user')
      .optional()
      .meta({ description: 'Returns only leads of this assignee.' }),
    overdue: fact(
      'If true, returns only open leads that are overdue in their stage; if false, only the others.',
    ),
    ...instantRange('createdAt'),
  },
)
export type LeadQuery = z.infer<typeof LeadQuery>

const leads = recordQueries({
  permission: 'leads:read',
  name: 'lead',
  find: ({ db }, selection: Selection<Prisma.LeadWhereInput>) =>
    db.lead.findMany({ ...selection, include }),
  show: showLeads,
})

export const loadLead = leads.load
export const getLead = leads.get
export const listLeads = leads.list(({ overdue, ...query }: LeadQuery, { now }) => {
  const late = { status: { in: [...LeadStage] }, dueAt: { lt: now } }
  return {
    ...given(query, 'status', 'source', 'campaign', 'locationId', 'assigneeId'),
    ...(overdue === 'true' && { AND: late }),
    ...(overdue === 'false' && { NOT: late }),
  }
})

export const loadLeadOffer = async (reader: Reader, id: string) => {
  const row = await reader.db.leadOffer.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('lead offer')
  return row
}

export const getLeadOffer = (ctx: Parameters<typeof getLead>[0], { id }: { id: string }) =>
  read(ctx, 'leads:read', async (reader) => toLeadOffer(await loadLeadOffer(reader, id)))
