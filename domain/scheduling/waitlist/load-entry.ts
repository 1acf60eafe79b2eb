import type { WaitlistEntry as EntryModel } from '#prisma/generated/client.ts'
import { notFound } from '#platform/core/errors.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import type { Reader } from '#platform/core/transaction.ts'

export const loadEntry = async (reader: Reader, id: string): Promise<EntryModel> => {
  const row = await reader.db.waitlistEntry.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('waitlist entry')
  return row
}
