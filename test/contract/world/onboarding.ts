import { createLink } from '#messaging/links/create-link.ts'
import { systemContext } from '#platform/core/context/context.ts'
import type { Subject } from '#platform/core/records/subject.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { once } from '../../support/once.ts'
import { createRecords, type Made, type Records } from './records.ts'

/** Requirements for providers, and applicants. */
export const createOnboarding = ({ make, word, api, client }: Records, site?: Made) => {
  const onboardingPlanDraft = () =>
    make('/v1/onboarding-plans', {
      name: `Therapists ${word()}`,
      requirements: [
        { key: 'diploma', kind: 'DOCUMENT', title: 'Diploma', contentTypes: ['application/pdf'] },
        { key: 'references', kind: 'REFERENCE', title: 'A reference', references: 1 },
        { key: 'interview', kind: 'INTERVIEW', title: 'Interview', dueAfterDays: 30 },
      ],
    })

  const onboardingPlan = async () =>
    make(`/v1/onboarding-plans/${(await onboardingPlanDraft()).id}/publish`)

  const newOnboarding = async () => ({
    planId: (await onboardingPlan()).id,
    applicant: {
      name: 'Ana Ruiz',
      email: `ana.${word()}@example.com`,
      ...(site && { locationIds: [site.id] }),
    },
  })

  const onboarding = async () => make('/v1/provider-onboardings', await newOnboarding())

  const byAnotherKey = once(async () => createRecords(api, await api.createClient(client.tenantId)))

  /** Started by another person, with all blocking items complete. */
  const onboardingToApprove = async (): Promise<Made> => {
    const other = await byAnotherKey()
    const { id } = await other.make('/v1/provider-onboardings', await newOnboarding())
    for (const key of ['diploma', 'references'])
      await make(`/v1/provider-onboardings/${id}/items/${key}/waive`, { reason: 'Known to us.' })
    return make(`/v1/provider-onboardings/${id}/items/interview/accept`, {
      note: 'Talked for an hour.',
    })
  }

  /** With another version of its plan. */
  const movableOnboarding = async (): Promise<Made> => {
    const made = await onboarding()
    const item = `/v1/provider-onboardings/${made.id}/items/diploma`
    await make(`${item}/waive`, { reason: 'Known to us.' })
    const plan = `/v1/onboarding-plans/${String(made['planId'])}`
    const requirements = [
      { key: 'diploma', kind: 'DOCUMENT', title: 'Diploma', contentTypes: ['application/pdf'] },
      { key: 'check', kind: 'BACKGROUND_CHECK', title: 'Background check' },
    ]
    const changed = await client.patch(plan, { requirements })
    if (changed.status !== 200) throw new Error(changed.text)
    await make(`${plan}/publish`)
    return made
  }

  const linkTo = async (
    purpose: 'provider-application' | 'provider-reference',
    subject: Subject,
  ): Promise<string> => {
    const { tenantId } = client
    const ctx = systemContext(api.services.platform, { tenantId, action: 'createLink' })
    const expiresAt = new Date('2027-12-01T10:00:00Z')
    const { path } = await transact(ctx, 'provider-onboardings:write', (tx) =>
      createLink(tx, { purpose, subject, language: 'en', expiresAt }),
    )
    return path
  }

  const applicationLink = (id: string) =>
    linkTo('provider-application', { type: 'providerOnboarding', id })

  const referenceLink = (id: string) =>
    linkTo('provider-reference', { type: 'onboardingReference', id })

  /** A requested reference, through the page of the applicant. */
  const namedReferee = async (): Promise<{ onboarding: Made; referenceId: string }> => {
    const { id } = await onboarding()
    const { status, text } = await api.anonymous().post(await applicationLink(id), {
      'references.name.1': 'Dr. Jana Kern',
      'references.email.1': 'jana.kern@example.com',
    })
    if (status !== 200) throw new Error(text)
    const { body } = await client.get<Made>(`/v1/provider-onboardings/${id}`)
    const items = body['items'] as { references: { id: string }[] }[]
    return { onboarding: body, referenceId: items.flatMap((it) => it.references)[0]!.id }
  }

  return {
    applicationLink,
    referenceLink,
    namedReferee,
    onboardingPlanDraft,
    onboardingPlan,
    newOnboarding,
    onboarding,
    onboardingToApprove,
    movableOnboarding,
  }
}
