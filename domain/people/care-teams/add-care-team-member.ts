import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { toCareTeamMember, type AddCareTeamMember, type CareTeamMember } from './schemas.ts'
import { careTeamEvents, careTeamFacts } from './events.ts'

/**
 * Adds a provider to a child's care team. The provider sees the child's records for that time, even without an
 * appointment.
 */
export const addCareTeamMember = (
  ctx: Context,
  input: AddCareTeamMember,
): Promise<CareTeamMember> =>
  transact(ctx, 'care-teams:write', async (tx) => {
    const { childId, providerId, role, startsAt = tx.now, endsAt = null } = input
    await assertReferences(tx, 'child', { childId })
    await assertReferences(tx, 'provider', { providerId })
    if (endsAt && endsAt <= startsAt)
      throw invalid('endsAt', 'inverted_range', 'endsAt must be after startsAt.')
    const row = await tx.db.careTeamMember.create({
      data: {
        ...freshRecord(tx, newId('careTeamMember')),
        childId,
        providerId,
        role,
        startsAt,
        endsAt,
        addedBy: tx.actor.id,
      },
    })
    const subject = { type: 'careTeamMember', id: row.id } as const
    tx.created(subject, row)
    tx.emit(careTeamEvents['care_team_member.added'], subject, careTeamFacts(row))
    return toCareTeamMember(row)
  })
