import { z } from 'zod'
import { isSet } from './record-queries.ts'

/** The filter that every archivable resource has. */
export const archivedQuery = {
  archived: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'true lists what was archived instead.' }),
}

export const archivedFilter = ({ archived }: { archived: 'true' | 'false' }) => ({
  archivedAt: isSet(archived),
})
