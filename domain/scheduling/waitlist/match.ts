import type { WaitlistEntry as EntryModel } from '#prisma/generated/client.ts'
import type { Wishes } from './rules.ts'

type WaitingEntry = Omit<EntryModel, 'times'> & Wishes

export interface Match {
  entry: WaitingEntry
  serviceId: string
}
