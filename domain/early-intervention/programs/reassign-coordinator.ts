import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { assertMayGiveSight } from '#platform/core/access/assert-may-give-sight.ts'
import type { Context } from '#platform/core/context/context.ts'
import { invalid, invalidReference } from '#platform/core/errors/errors.ts'
import { fromJson, jsonArray } from '#platform/core/sql/json.ts'
import { prose } from '#platform/core/records/record.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc } from '#platform/core/time/time.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { findRecipient } from '#messaging/messages/recipient.ts'
import { changeOne } from './change-program.ts'
import { HandOvers } from './schemas.ts'

/** Maximum number of programs per call, because each is locked, computed and audited separately. */
const MOST_PROGRAMS = 100

const note = prose(2_000).min(1)

export const ReassignCoordinator = z
  .strictObject({
    fromProviderId: idOf('provider').meta({ description: 'Current coordinator.' }),
    toProviderId: idOf('provider').meta({ description: 'New coordinator.' }),
    programIds: z.array(idOf('program')).min(1).max(MOST_PROGRAMS).exactOptional().meta({
      description:
        'Programs to reassign. Defaults to all running programs of the current coordinator.',
    }),
    note: note.exactOptional().meta({
      description: 'Information for the new coordinator about all programs.',
      example: 'On parental leave until May.',
    }),
    notes: z
      .array(
        z.strictObject({
          programId: idOf('program'),
          note: note.meta({
            description:
              'Information for the new coordinator about this program. It replaces `note`.',
            example: 'The family prefers calls after 17:00.',
          }),
        }),
      )
      .max(MOST_PROGRAMS)
      .default([])
      .meta({ description: 'Notes for individual programs.' }),
  })
  .meta({
    id: 'ReassignCoordinator',
    example: {
      fromProviderId: exampleId('provider'),
      toProviderId: exampleId('provider'),
      note: 'On parental leave until May.',
    },
  })
export type ReassignCoordinator = z.infer<typeof ReassignCoordinator>

export const CoordinatorReassignment = resourceSchema('CoordinatorReassignment', {
  dryRun: z.boolean().meta({ description: 'Whether this is a dry run, which changes nothing.' }),
  fromProviderId: idOf('provider'),
  toProviderId: idOf('provider'),
  programs: z
    .array(z.strictObject({ programId: idOf('program'), childId: idOf('child') }))
    .meta({ description: `Programs that were reassigned, at most ${MOST_PROGRAMS}.` }),
  remaining: z.int().meta({
    description:
      'Number of running programs of the previous coordinator that were not reassigned. To reassign them, send the request again.',
    example: 0,
  }),
})
export type CoordinatorReassignment = z.infer<typeof CoordinatorReassignment>

/** Moves all programs of a coordinator to another one, with a note on each for the successor. */
export const reassignCoordinator = (
  ctx: Context,
  { dryRun, ...input }: ReassignCoordinator & { dryRun: boolean },
): Promise<CoordinatorReassignment> =>
  transact(ctx, 'early-intervention:write', async (tx) => {
    const { fromProviderId, toProviderId } = input
    const { programs, remaining } = await programsOf(tx, input)
    const work = () => handOver(tx, programs, input)
    await (dryRun ? tx.rehearse(work) : work())
    if (dryRun) tx.nothingChanged({ type: 'provider', id: fromProviderId })
    return {
      dryRun,
      fromProviderId,
      toProviderId,
      programs: programs.map(({ id: programId, childId }) => ({ programId, childId })),
      remaining,
    }
  })

const programsOf = async (
  tx: Transaction,
  { fromProviderId, toProviderId, programIds, notes }: ReassignCoordinator,
) => {
  // The previous coordinator may already be archived.
  const from = await tx.db.provider.findFirst({ where: inTenant(tx, fromProviderId) })
  if (!from) throw invalidReference('fromProviderId', 'provider')
  await assertReferences(tx, 'provider', { toProviderId })
  await assertMayGiveSight(tx)
  if (fromProviderId === toProviderId)
    throw invalid('toProviderId', 'same_record', 'toProviderId must be a different provider.')
  const where = {
    tenantId: tx.tenantId,
    serviceCoordinatorId: fromProviderId,
    status: 'ACTIVE',
  } as const
  const programs = await tx.db.earlyInterventionProgram.findMany({
    where: { ...where, ...(programIds && { id: { in: programIds } }) },
    select: { id: true, childId: true },
    orderBy: { id: 'asc' },
    take: MOST_PROGRAMS,
  })
  if (programs.length === 0 && !programIds)
    throw invalidReference('fromProviderId', 'coordinator of running programs')
  const found = new Set(programs.map(({ id }) => id))
  const unknown = programIds?.findIndex((id) => !found.has(id)) ?? -1
  if (unknown >= 0)
    throw invalidReference(`programIds.${unknown}`, 'running program of that coordinator')
  const stray = notes.findIndex(({ programId }) => !found.has(programId))
  if (stray >= 0) throw invalidReference(`notes.${stray}.programId`, 'program that is handed over')
  const all = await tx.db.earlyInterventionProgram.count({ where })
  return { programs, remaining: all - programs.length }
}

const handOver = async (
  tx: Transaction,
  programs: readonly { id: string }[],
  { fromProviderId, toProviderId, note: forAll, notes }: ReassignCoordinator,
): Promise<void> => {
  const own = new Map(notes.map((it) => [it.programId, it.note]))
  for (const { id } of programs)
    await changeOne(tx, { id }, async ({ row }) => {
      const handedOver = {
        handedOverAt: utc(tx.now),
        fromProviderId,
        toProviderId,
        note: own.get(id) ?? forAll ?? null,
      }
      const handOvers = [...fromJson(HandOvers, row.handOvers), handedOver]
      return { serviceCoordinatorId: toProviderId, handOvers: jsonArray(handOvers) }
    })
  await notifyNext(tx, programs, { toProviderId, note: forAll ?? null })
}

/** Sends one e-mail about all programs. Notes about single families stay in their programs. */
const notifyNext = async (
  tx: Transaction,
  programs: readonly { id: string }[],
  { toProviderId, note: forAll }: { toProviderId: string; note: string | null },
): Promise<void> => {
  const recipient = await findRecipient(tx, { type: 'provider', id: toProviderId })
  if (!recipient || programs.length === 0) return
  const programIds = programs.map(({ id }) => id)
  await queueMessage(tx, {
    template: 'program.handed_over',
    variables: { firstName: recipient.firstName, note: forAll, programIds },
    recipient,
    subject: { type: 'provider', id: toProviderId },
    dedupeKey: `hand-over/${toProviderId}/${tx.now.getTime()}/${programIds[0]}`,
  })
}
