import type { Context } from '#platform/core/context/context.ts'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { jsonArray, jsonObject } from '#platform/core/sql/json.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { dateColumn, dateText } from '#platform/core/time/time.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { loadChild } from '#people/children/queries.ts'
import { loadClient } from '#people/clients/queries.ts'
import { codesInPeriod } from '#people/diagnoses/queries.ts'
import { legalEntityFor } from '../invoices/legal-entity-for.ts'
import { sellerOf } from '../invoices/seller-of.ts'
import { paidSessions } from './paid-sessions.ts'
import {
  toSuperbill,
  type CreateSuperbill,
  type Superbill,
  type SuperbillPatient,
} from './schemas.ts'

/**
 * Collects the sessions of a period that a client has paid for. A superbill is immutable: sessions that come
 * later go on the next one.
 */
export const createSuperbill = (ctx: Context, input: CreateSuperbill): Promise<Superbill> =>
  transact(ctx, ['superbills:write', 'sessions:read', 'orders:read'], async (tx) => {
    const { childId, clientId, startsOn, endsOn, legalEntityId } = input
    if (endsOn < startsOn)
      throw invalid(
        'endsOn',
        'inverted_range',
        `The period begins on ${startsOn}. Choose that date or a later one.`,
      )
    await assertReferences(tx, 'child', { childId })
    await assertReferences(tx, 'client', { clientId })
    const entity = await legalEntityFor(tx, legalEntityId)
    const { currency, lines } = await paidSessions(tx, { childId, clientId, startsOn, endsOn })
    if (lines.length === 0)
      throw new DomainError(
        'no_paid_sessions',
        'The client has not paid for any session of the child in the period. Choose another period.',
      )
    const sum = (member: 'amount' | 'paidAmount') =>
      lines.reduce((total, line) => total + line[member], 0)
    const row = await tx.db.superbill.create({
      data: {
        ...freshRecord(tx, newId('superbill')),
        childId,
        clientId,
        legalEntityId: entity.id,
        startsOn: dateColumn(startsOn),
        endsOn: dateColumn(endsOn),
        currency,
        diagnosisCodes: await codesFor(tx, input),
        seller: jsonObject(await sellerOf(tx, entity.id)),
        patient: jsonObject(await patientOf(tx, input)),
        lines: jsonArray(lines),
        amountMinor: sum('amount'),
        paidMinor: sum('paidAmount'),
        madeBy: ctx.actor.id,
      },
    })
    tx.created({ type: 'superbill', id: row.id }, row)
    return toSuperbill(row)
  })

const codesFor = (
  tx: Transaction,
  { omitDiagnoses, diagnosisCodes, ...input }: CreateSuperbill,
): string[] | Promise<string[]> => {
  if (omitDiagnoses) return []
  return diagnosisCodes.length > 0 ? diagnosisCodes : codesInPeriod(tx, input.childId, input)
}

const patientOf = async (
  tx: Transaction,
  { childId, clientId }: CreateSuperbill,
): Promise<SuperbillPatient> => {
  const child = await loadChild(tx, childId)
  const { name: paidBy } = await loadClient(tx, clientId)
  const { firstName, lastName, birthDate } = child
  return { name: `${firstName} ${lastName}`, birthDate: dateText(birthDate), paidBy }
}
