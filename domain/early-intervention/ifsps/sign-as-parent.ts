import type { Context } from '#platform/core/context/context.ts'
import { invalid, invalidReference } from '#platform/core/errors/errors.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { fromJson, jsonArray } from '#platform/core/sql/json.ts'
import { dateText } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { actingParentsOf } from '#messaging/messages/recipient.ts'
import { changeOne } from '../programs/change-program.ts'
import { IfspServices } from '../programs/ifsp-services.ts'
import { loadTodays } from '../programs/todays.ts'
import { assertWithin } from '../programs/rules.ts'
import { signPlan, type PlanSignature } from './sign-plan.ts'
import type { IfspRow } from './schemas.ts'

interface ParentSignature {
  clientId: string
  signedName: string
  declinedServices: readonly string[]
  channel: 'LINK' | 'PAPER'
  /** Today by default. */
  signedOn?: string
}

/**
 * Signs a presented plan as a parent. It is also the consent to each service that is not declined (34 CFR
 * 303.342(e)), from which the clock of the service counts.
 */
export const signAsParent = (ctx: Context, ref: RecordRef, given: ParentSignature) =>
  signPlan(
    ctx,
    ref,
    async (row, tx) => {
      await assertActsAsParent(tx, row, given.clientId)
      assertNamesServices(row, given.declinedServices)
      const { today } = (await loadTodays(tx)).at(row.program.locationId)
      const { signedOn = today } = given
      const earliest = { occurredOn: dateText(row.meetingOn), what: 'meeting' }
      assertWithin('signedOn', signedOn, { earliest, today })
      return { ...given, role: 'PARENT', providerId: null, signedOn }
    },
    consentToServices,
  )

const assertActsAsParent = async (
  tx: Transaction,
  { program }: IfspRow,
  clientId: string,
): Promise<void> => {
  const parents = await actingParentsOf(tx, program.childId)
  if (parents.some(({ id }) => id === clientId)) return
  throw invalidReference('clientId', 'legal guardian, foster or surrogate parent of the child')
}

const assertNamesServices = (row: IfspRow, declined: readonly string[]): void => {
  const keys = new Set(fromJson(IfspServices, row.services).map(({ key }) => key))
  const index = declined.findIndex((key) => !keys.has(key))
  if (index >= 0)
    throw invalid(
      `declinedServices.${index}`,
      'invalid_reference',
      `The plan has no service ${declined[index]}. Its services are ${[...keys].join(', ')}.`,
    )
}

const consentToServices = async (
  tx: Transaction,
  row: IfspRow,
  { declinedServices, signedOn }: PlanSignature,
): Promise<void> => {
  const accepted = new Set(
    fromJson(IfspServices, row.services)
      .map(({ key }) => key)
      .filter((key) => !declinedServices.includes(key)),
  )
  await changeOne(
    tx,
    { id: row.programId },
    ({ ifspServices }) => ({
      ifspServices: jsonArray(
        ifspServices.map((it) =>
          it.consentedOn === null && accepted.has(it.key) ? { ...it, consentedOn: signedOn } : it,
        ),
      ),
    }),
    'ANY',
  )
}
