import { z } from 'zod'
import type { Prisma, Settlement as SettlementRow } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { csvFile } from '#platform/core/lists/csv-file.ts'
import { oneOf, withApprovableAlone } from '#platform/core/access/with-approvable-alone.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, instantRange, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { loadGatewayAccount } from '#payments/payment-accounts/load-gateway-account.ts'
import { loadPayoutAccount } from '../payout-accounts/queries.ts'
import { openNumber } from '../payout-accounts/seal-number.ts'
import { SettlementStatus } from './rules.ts'
import { toSettlement, toSettlementLine, type SettlementLine } from './schemas.ts'

export const SettlementQuery = listQuery('settlement', ['-createdAt', 'createdAt'], {
  status: anyOf(SettlementStatus, 'Returns only settlements with this status.'),
  providerId: idOf('provider').optional(),
  platformPayoutId: idOf('platformPayout').optional(),
  ...instantRange('createdAt'),
})
export type SettlementQuery = z.infer<typeof SettlementQuery>

export const SettlementLineQuery = listQuery('settlementLine', ['createdAt', '-createdAt'], {
  paymentId: idOf('payment').optional(),
})
export type SettlementLineQuery = z.infer<typeof SettlementLineQuery>

const showSettlements = withApprovableAlone(toSettlement, ({ status, createdAt }: SettlementRow) =>
  status === 'DRAFT' ? createdAt : null,
)

/** With when it can be approved alone. */
export const showSettlement = oneOf(showSettlements)

const settlements = recordQueries({
  permission: 'settlements:read',
  name: 'settlement',
  find: ({ db }, selection: Selection<Prisma.SettlementWhereInput>) =>
    db.settlement.findMany(selection),
  show: showSettlements,
})

export const loadSettlement = settlements.load
export const getSettlement = settlements.get
export const listSettlements = settlements.list((query: SettlementQuery) =>
  given(query, 'status', 'providerId', 'platformPayoutId'),
)

const lines = recordQueries({
  permission: 'settlements:read',
  name: 'settlement line',
  find: ({ db }, selection: Selection<Prisma.SettlementLineWhereInput>) =>
    db.settlementLine.findMany(selection),
  show: each(toSettlementLine),
})

export const listSettlementLines = lines.listOf(
  loadSettlement,
  (query: { id: string } & SettlementLineQuery) => ({
    settlementId: query.id,
    ...given(query, 'paymentId'),
  }),
)

/** A settlement's statement as CSV, with one line per payment and refund. */
export const exportSettlementStatementCsv = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'settlements:read', async (reader) => {
    const { currency, status } = await loadSettlement(reader, id)
    const rows = await reader.db.settlementLine.findMany({
      where: { tenantId: reader.tenantId, settlementId: id },
      orderBy: { id: 'asc' },
    })
    return csvFile(
      ['settlementId', 'status', 'currency', ...COLUMNS],
      rows.map((row) => ({ settlementId: id, status, currency, ...toSettlementLine(row) })),
    )
  })

const COLUMNS = [
  'paymentId',
  'refundId',
  'disputeId',
  'gross',
  'provider',
  'platform',
  'centre',
  'splitTermsId',
  'id',
  'recognition',
  'recognizedAt',
] as const satisfies (keyof SettlementLine)[]

/** Used if nothing is to be paid, so that the gateway is not called. */
const NO_ACCOUNT = 'none'

/** The account that was chosen at the approval, even if it has been replaced since. */
const destinationOf = async (
  reader: Reader,
  { payoutAccountId, gatewayAccountToken }: SettlementRow,
): Promise<{ payoutAccountId: string; holder?: string }> => {
  if (payoutAccountId === null) return { payoutAccountId: gatewayAccountToken ?? NO_ACCOUNT }
  const { id, sealedNumber, holder } = await loadPayoutAccount(reader, payoutAccountId)
  return { payoutAccountId: openNumber(reader.platform.cipher, id, sealedNumber), holder }
}

/** The facts for a settlement's transfers. Activities load them, so that amounts stay out of workflow histories. */
export const getSettlementToPay = (ctx: Context, { id }: { id: string }) =>
  read(ctx, ['settlements:read', 'payout-accounts:read'], async (reader) => {
    const row = await loadSettlement(reader, id)
    return {
      status: row.status as SettlementStatus,
      failureCode: row.failureCode,
      isTransferred: row.transferReference !== null,
      isPaidOut: row.payoutReference !== null,
      account: await loadGatewayAccount(reader, row.paymentAccountId),
      request: {
        recordId: id,
        ...(await destinationOf(reader, row)),
        amountMinor: row.payoutMinor,
        currency: row.currency,
        /** The same key for every attempt; each step is a separate call to the gateway. */
        idempotencyKey: `${reader.tenantId}/${id}`,
      },
    }
  })
