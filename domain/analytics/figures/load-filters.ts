import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { CountedRecords } from './counted-records.ts'
import type { Filters } from './plan-question.ts'

/** The filters of a question. A payer's name matches both recorded and unrecorded payers. */
export const loadFilters = async (reader: Reader, query: CountedRecords): Promise<Filters> => {
  const { providerId, serviceId, appointmentType, payerId, payer, fundingProgram, stage, clock } =
    query
  const payers = payer === undefined ? payerId : await payersNamed(reader, payer)
  return {
    ...(providerId && { PROVIDER: providerId }),
    ...(serviceId && { SERVICE: serviceId }),
    ...(appointmentType && { TYPE: appointmentType }),
    ...(payers && { PAYER: payers }),
    ...(fundingProgram && { FUNDING_PROGRAM: fundingProgram }),
    ...(stage && { STAGE: stage }),
    ...(clock && { CLOCK: clock }),
  }
}

const payersNamed = async (reader: Reader, name: string): Promise<string[]> => {
  const rows = await reader.sql<{ id: string }>(NAMED, [reader.tenantId, name])
  return [name, ...rows.map(({ id }) => id)]
}

const NAMED = 'SELECT id FROM payers WHERE tenant_id = $1 AND lower(name) = lower($2)'
