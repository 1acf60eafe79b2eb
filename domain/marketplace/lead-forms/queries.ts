import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { fact, listQuery } from '#platform/core/lists/paging.ts'
import { each, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { toLeadForm } from './schemas.ts'

export const LeadFormQuery = listQuery('leadForm', ['-createdAt', 'createdAt'], {
  active: fact(
    'If true, returns only forms whose page accepts answers; if false, only the others.',
  ),
})
export type LeadFormQuery = z.infer<typeof LeadFormQuery>

const forms = recordQueries({
  permission: 'lead-forms:read',
  name: 'lead form',
  find: ({ db }, selection: Selection<Prisma.LeadFormWhereInput>) =>
    db.leadForm.findMany(selection),
  show: each(toLeadForm),
})

export const loadLeadForm = forms.load
export const getLeadForm = forms.get
export const listLeadForms = forms.list(({ active }: LeadFormQuery) =>
  active ? { active: active === 'true' } : {},
)
