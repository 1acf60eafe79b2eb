import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { notFound } from '#platform/core/errors/errors.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { fact, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { utc } from '#platform/core/time/time.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { toCareTeamMember, type Caseload } from './schemas.ts'

export const CareTeamQuery = listQuery('careTeamMember', ['-createdAt', 'createdAt'], {
  childId: idOf('child').optional(),
  providerId: idOf('provider').optional(),
  ended: fact('If true, returns only former members; if false, only current and future members.'),
})
export type CareTeamQuery = z.infer<typeof CareTeamQuery>

const careTeamMembers = recordQueries({
  permission: 'care-teams:read',
  name: 'care team member',
  find: ({ db }, selection: Selection<Prisma.CareTeamMemberWhereInput>) =>
    db.careTeamMember.findMany(selection),
  show: each(toCareTeamMember),
})

export const loadCareTeamMember = careTeamMembers.load
export const getCareTeamMember = careTeamMembers.get
export const listCareTeamMembers = careTeamMembers.list(
  ({ ended, ...query }: CareTeamQuery, { now }) => ({
    ...(ended === 'true' && { endsAt: { lte: now } }),
    ...(ended === 'false' && { OR: [{ endsAt: null }, { endsAt: { gt: now } }] }),
    ...given(query, 'childId', 'providerId'),
  }),
)

/**
 * The children that a key bound to this provider sees, with the reasons, according to the database's own
 * definition.
 */
export const getProviderCaseload = (ctx: Context, { id }: { id: string }): Promise<Caseload> =>
  read(ctx, ['caseloads:read', 'children:read'], async (reader) => {
    const { tenantId, now, actor } = reader
    const [provider] = await reader.sql<{ team: string[]; own: boolean }>(TEAM, [
      tenantId,
      id,
      actor.providerId ?? null,
      now,
    ])
    if (!provider?.own) throw notFound('caseload')
    const children = await reader.sql<Caseload['children'][number]>(CASELOAD, [
      tenantId,
      provider.team,
      id,
      now,
    ])
    return {
      providerId: id,
      team: provider.team,
      children: children.map(({ reasons, ...child }) => ({
        ...child,
        reasons: reasons.map(({ endsAt, ...it }) => ({
          ...it,
          endsAt: endsAt === null ? null : utc(new Date(endsAt)),
        })),
      })),
    }
  })

const TEAM = `
  SELECT therapy.team_of(p.id, $4) AS team, $3::text IS NULL OR p.id = ANY (therapy.team_of($3, $4)) AS own
  FROM providers p WHERE p.tenant_id = $1 AND p.id = $2`

const CASELOAD = `
  SELECT c.id AS "childId", c.first_name AS "firstName", c.last_name AS "lastName",
    json_agg(json_build_object('reason', l.reason, 'providerId', l.provider_id, 'endsAt', l.until)
      ORDER BY l.reason, l.provider_id) AS reasons
  FROM therapy.caseload_of($2, $3, $4) l JOIN children c ON c.tenant_id = $1 AND c.id = l.child_id
  WHERE c.archived_at IS NULL
  GROUP BY c.id, c.first_name, c.last_name ORDER BY c.last_name, c.first_name, c.id`
