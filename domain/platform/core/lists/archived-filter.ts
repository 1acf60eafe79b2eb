import { z } from 'zod'

const STATES = ['active', 'archived', 'all'] as const

/** The filter that every archivable resource has. */
export const archivedQuery = {
  state: z.enum(STATES).default('active').meta({
    description: 'Which records to return: active ones, archived ones, or all.',
  }),
}

const ARCHIVED_AT = { active: null, archived: { not: null } }

export const archivedFilter = ({ state }: { state: (typeof STATES)[number] }) =>
  state === 'all' ? {} : { archivedAt: ARCHIVED_AT[state] }
