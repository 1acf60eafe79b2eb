import { expect } from 'vitest'
import { systemContext } from '#platform/core/context/context.ts'
import type { FollowUpName } from '#messaging/follow-ups/names.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import type { FollowUp } from '#messaging/follow-ups/schemas.ts'
import { upperSnake } from '#platform/core/records/upper-snake.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import { create, newChild, newClient, newLocation, newProvider } from '../../resources/centre.ts'
import type { ApiClient, TestApi } from '../../support/api.ts'

/** A centre with a therapist, a child and its mother, who has an address. */
export const openFamily = async (api: TestApi) => {
  const centre = await api.createTenant()
  const { id: locationId } = await newLocation(centre)
  const { id: providerId } = await newProvider(centre, {
    locationIds: [locationId],
    email: 'ana@example.org',
  })
  const { id: childId } = await newChild(centre, { primaryProviderId: providerId })
  const { id: clientId } = await newClient(centre, { email: 'mara@example.org' })
  await create(centre, '/v1/guardianships', {
    childId,
    clientId,
    relationship: 'mother',
    legal: true,
  })
  return { centre, locationId, providerId, childId, clientId }
}
export type Family = Awaited<ReturnType<typeof openFamily>>

export const restrict = (centre: ApiClient, person: object) =>
  create(centre, '/v1/processing-restrictions', {
    ...person,
    ground: 'ACCURACY_CONTESTED',
    reason: 'Contests the report.',
  })

export const lift = async (centre: ApiClient, id: string) => {
  const answer = await centre.post(`/v1/processing-restrictions/${id}/lift`, {
    reason: 'Verified.',
    notifiedBy: 'On the phone.',
  })
  expect(answer.status, answer.text).toBe(200)
}

export const book = ({ providerId, childId }: Family, startsAt = '2026-12-01T10:00:00+01:00') => ({
  childId,
  providerId,
  type: 'THERAPY_SESSION',
  startsAt,
})

/** Runs the due steps of a follow-up now, each twice, like its workflow. */
export const carryOut = async (
  api: TestApi,
  { tenantId }: ApiClient,
  kind: FollowUpName,
  subjectId: string,
): Promise<void> => {
  const ctx = systemContext(api.services.platform, { tenantId, action: 'runStep' })
  for (;;) {
    const { next } = await planSteps(ctx, { kind, subjectId })
    expect(await planSteps(ctx, { kind, subjectId })).toEqual({ next })
    if (!next || new Date(next.dueAt) > api.clock.now()) return
    const step = { kind, subjectId, step: next.step, dueAt: new Date(next.dueAt) }
    await runStep(ctx, step)
    expect(await runStep(ctx, step)).toBeNull()
  }
}

/** The follow-up of a subject, as operators see it. */
export const followUpOf = async (centre: ApiClient, subject: string, kind: FollowUpName) => {
  const path = `/v1/follow-ups?subjectId=${subject}&kind=${upperSnake(kind)}`
  const { body } = await centre.get<{ data: FollowUp[] }>(path)
  const found = body.data[0]!
  return {
    ...found,
    steps: Object.fromEntries(found.steps.map((step) => [step.step, step])),
  }
}
