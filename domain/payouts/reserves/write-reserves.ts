import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { ReservePlan } from './rules.ts'

interface Of {
  settlementId: string
  providerId: string
  currency: string
}

/** Writes the reserves that a settlement withholds and releases. */
export const writeReserves = async (
  tx: Transaction,
  of: Of,
  { withheld, releases }: ReservePlan,
): Promise<void> => {
  if (withheld.length > 0)
    await tx.db.reserve.createMany({
      data: withheld.map((reserve) => ({
        ...freshRecord(tx, newId('reserve')),
        ...of,
        ...reserve,
      })),
    })
  if (releases.length > 0)
    await tx.db.reserveRelease.createMany({
      data: releases.map((release) => ({
        ...freshRecord(tx, newId('reserveRelease')),
        settlementId: of.settlementId,
        ...release,
      })),
    })
}
