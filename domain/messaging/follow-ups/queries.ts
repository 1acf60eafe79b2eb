import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { anyOf, fact, instantRange, listQuery, within } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { utc } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { recordIdsOf } from '#platform/core/records/record-ids-of.ts'
import { upperSnake } from '#platform/core/records/upper-snake.ts'
import { REASONS_THAT_NEED_ACTION } from '../messages/rules.ts'
import { FOLLOW_UP_KINDS, FOLLOW_UP_NAMES, type FollowUpName } from './names.ts'
import { readableKinds } from './permission-for.ts'
import { Assignee, toFollowUp } from './schemas.ts'

export const FollowUpQuery = listQuery('followUp', ['-createdAt', 'createdAt'], {
  subjectId: z
    .string()
    .regex(/^[a-z]{2,8}_[0-9a-z]{26}$/, {
      error: 'must be the ID of a record, such as an appointment',
    })
    .optional()
    .meta({
      description: 'Returns only follow-ups about the record with this ID.',
      example: exampleId('appointment'),
    }),
  childId: idOf('child').optional().meta({
    description: 'Returns only follow-ups about records of this child, such as appointments.',
  }),
  kind: anyOf(FOLLOW_UP_KINDS, 'Returns only follow-ups of this kind.'),
  status: anyOf(['ACTIVE', 'COMPLETED', 'CANCELLED'], 'Returns only follow-ups with this status.'),
  actionRequired: fact(
    'If true, returns only follow-ups with a step that needs a person’s attention; if false, only the others.',
  ),
  assigneeId: Assignee.optional().meta({
    description: 'Returns only follow-ups with a step assigned to this user, provider or API key.',
  }),
  locationId: idOf('location').optional().meta({
    description:
      'Returns only follow-ups about an appointment, session or freed slot at this location.',
  }),
  ...instantRange('dueAt'),
})
export type FollowUpQuery = z.infer<typeof FollowUpQuery>

export const include = {
  steps: { orderBy: [{ dueAt: 'asc' }, { step: 'asc' }] },
  messages: {
    orderBy: { id: 'asc' },
    select: {
      id: true,
      step: true,
      recipientId: true,
      status: true,
      reason: true,
      actionSettledAt: true,
    },
  },
} satisfies Prisma.FollowUpInclude

/** Limited to kinds that the caller may read. */
const followUps = recordQueries({
  permission: 'follow-ups:read',
  name: 'follow-up',
  find: (reader, { where, ...selection }: Selection<Prisma.FollowUpWhereInput>) =>
    reader.db.followUp.findMany({
      where: { kind: { in: readableKinds(reader) }, ...where },
      ...selection,
      include,
    }),
  show: each(toFollowUp),
})

export const loadFollowUp = followUps.load
export const getFollowUp = followUps.get
export const listFollowUps = followUps.list(
  async (
    { subjectId, childId, locationId, kind, actionRequired, ...query }: FollowUpQuery,
    reader,
  ) => ({
    ...(subjectId && { subjectId }),
    AND: [
      ...(childId ? [{ subjectId: { in: await recordIdsOf(reader, [childId]) } }] : []),
      ...(locationId ? [{ id: { in: await followUpsAt(reader, locationId, query) } }] : []),
    ],
    ...(kind && {
      kind: { in: FOLLOW_UP_NAMES.filter((name) => kind.includes(upperSnake(name))) },
    }),
    ...given(query, 'status'),
    // An assignee's follow-ups are those with steps that still need attention.
    ...withStep(query, {
      needsAction: !!(query.assigneeId ?? actionRequired) && actionRequired !== 'false',
    }),
    ...(actionRequired === 'false' && { NOT: withStep({}, { needsAction: true }) }),
  }),
)

/**
 * The pending steps of a subject.
 * @param except a kind of follow-up whose steps are left out
 */
export const scheduledSteps = async (
  reader: Reader,
  subjectId: string,
  except: FollowUpName | null = null,
) => {
  const values = [reader.tenantId, subjectId, except]
  const steps = await reader.sql<{ step: string; dueAt: Date }>(SCHEDULED, values)
  return steps.map(({ step, dueAt }) => ({ step, dueAt: utc(dueAt) }))
}

const SCHEDULED = `
  SELECT s.step, s.due_at AS "dueAt"
  FROM follow_ups f JOIN follow_up_steps s ON s.tenant_id = f.tenant_id AND s.follow_up_id = f.id
  WHERE f.tenant_id = $1 AND f.subject_id = $2 AND s.status = 'SCHEDULED' AND f.kind IS DISTINCT FROM $3
  ORDER BY s.due_at, s.step`

/**
 * Selects follow-ups that have a step due in this period and assigned to this person, and optionally one that
 * needs attention.
 */
const withStep = (
  query: Pick<FollowUpQuery, 'assigneeId' | 'dueAt[gte]' | 'dueAt[lt]'>,
  { needsAction }: { needsAction: boolean },
): Prisma.FollowUpWhereInput => {
  const step = { ...given(query, 'assigneeId'), dueAt: within(query, 'dueAt') }
  const such = query['dueAt[gte]'] || query['dueAt[lt]'] || query.assigneeId
  const steps = such ? { steps: { some: step } } : {}
  if (!needsAction) return steps
  const unreached = { reason: { in: REASONS_THAT_NEED_ACTION }, actionSettledAt: null }
  return {
    OR: [
      { steps: { some: { ...step, actionRequired: { not: null } } } },
      { ...steps, messages: { some: unreached } },
    ],
  }
}

const followUpsAt = async (
  reader: Reader,
  locationId: string,
  { status }: Pick<FollowUpQuery, 'status'>,
): Promise<string[]> => {
  const rows = await reader.sql<{ id: string }>(AT_LOCATION, [
    reader.tenantId,
    locationId,
    status ?? null,
  ])
  return rows.map(({ id }) => id)
}

const AT_LOCATION = `
  SELECT f.id FROM follow_ups f
  WHERE f.tenant_id = $1 AND ($3::text[] IS NULL OR f.status = ANY ($3)) AND f.subject_id IN (
    SELECT a.id FROM appointments a WHERE a.tenant_id = $1 AND a.location_id = $2
    UNION ALL SELECT s.id FROM sessions s JOIN appointments a ON a.tenant_id = s.tenant_id AND a.id = s.appointment_id
      WHERE s.tenant_id = $1 AND a.location_id = $2
    UNION ALL SELECT z.id FROM freed_slots z WHERE z.tenant_id = $1 AND z.location_id = $2)`
