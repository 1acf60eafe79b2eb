import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { additionsQuery, listQuery } from '#platform/core/lists/paging.ts'
import { each, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { toEdition, toInstrument, type InstrumentEdition } from './schemas.ts'

export const InstrumentQuery = listQuery('instrument', ['-createdAt', 'createdAt', 'name'], {
  ...archivedQuery,
})
export type InstrumentQuery = z.infer<typeof InstrumentQuery>

export const EditionQuery = additionsQuery(
  'instrumentEdition',
  'createdAt',
  ['-createdAt', 'createdAt'],
  {},
)
export type EditionQuery = z.infer<typeof EditionQuery>

const instruments = recordQueries({
  permission: 'assessment-instruments:read',
  name: 'assessment instrument',
  find: ({ db }, selection: Selection<Prisma.AssessmentInstrumentWhereInput>) =>
    db.assessmentInstrument.findMany(selection),
  show: each(toInstrument),
})

export const loadInstrument = instruments.load
export const getInstrument = instruments.get
export const listInstruments = instruments.list((query: InstrumentQuery) => archivedFilter(query))

const editions = recordQueries({
  permission: 'assessment-instruments:read',
  name: 'edition',
  find: ({ db }, selection: Selection<Prisma.InstrumentEditionWhereInput>) =>
    db.instrumentEdition.findMany(selection),
  show: each(toEdition),
})

/** Editions of an instrument, newest first. */
export const listEditions = editions.listOf(
  loadInstrument,
  ({ id }: EditionQuery & { id: string }) => ({ instrumentId: id }),
)

/** An edition of an instrument; the newest if none is given. */
export const loadEdition = async (
  reader: Reader,
  instrumentId: string,
  edition: number | undefined,
): Promise<InstrumentEdition> => {
  const { tenantId } = reader
  const row = await reader.db.instrumentEdition.findFirst({
    where: { tenantId, instrumentId, ...(edition !== undefined && { edition }) },
    orderBy: { edition: 'desc' },
  })
  if (!row) throw invalid('edition', 'not_found', `The instrument has no edition ${edition}.`)
  return toEdition(row)
}
