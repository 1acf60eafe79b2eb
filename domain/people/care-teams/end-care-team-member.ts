import type { CareTeamMember as Model, Prisma } from '#prisma/generated/client.ts'
import { changeRecord, type RecordKind } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { keyOf, type RecordRef } from '#platform/core/records/record-ref.ts'
import { loadCareTeamMember } from './queries.ts'
import { toCareTeamMember, type CareTeamMember } from './schemas.ts'
import { careTeamEvents, careTeamFacts } from './events.ts'

const careTeamRecord: RecordKind<Model, Prisma.CareTeamMemberUncheckedUpdateInput, CareTeamMember> =
  {
    type: 'careTeamMember',
    table: 'care_team_members',
    permission: 'care-teams:write',
    load: loadCareTeamMember,
    update: (tx, id, data) => tx.db.careTeamMember.update({ where: keyOf(tx, id), data }),
    show: toCareTeamMember,
  }

/** Ends a membership now, or prevents it from starting. Access through appointments and sessions is not affected. */
export const endCareTeamMember = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, careTeamRecord, {
    fields: ({ startsAt, endsAt }, tx) => {
      if (!endsAt || endsAt > tx.now) return { endsAt: startsAt > tx.now ? startsAt : tx.now }
      throw new DomainError('invalid_transition', 'The provider has already left the team.', {
        extra: { status: 'ENDED', allowed: [] },
      })
    },
    effects: (tx, after) =>
      tx.emit(
        careTeamEvents['care_team_member.ended'],
        { type: 'careTeamMember', id: after.id },
        careTeamFacts(after),
      ),
  })
