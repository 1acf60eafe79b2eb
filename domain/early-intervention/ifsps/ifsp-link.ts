import { z } from 'zod'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { line } from '#platform/core/records/record.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import { dateText } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { definePurpose } from '#messaging/links/link-purpose.ts'
import { textsOf } from '#messaging/locales/texts-of.ts'
import { loadIfsp, wholePlan } from './queries.ts'
import { planSections, serviceName } from './plan-sections.ts'
import { signAsParent } from './sign-as-parent.ts'

const MAX_NAME = 200

/** A browser sends one checked box as text. */
const Declined = z
  .union([
    z.array(z.string().max(16)).max(20),
    z
      .string()
      .max(16)
      .transform((key) => [key]),
  ])
  .default([])

/** A parent reads and signs a presented plan. The link's subject is the plan. */
export const ifspLink = definePurpose({
  permission: 'early-intervention:write',
  answer: z.strictObject({
    declined: Declined.meta({
      description: 'Keys of the services to which the parent does not consent.',
    }),
    signature: line(MAX_NAME).meta({ description: 'Full name of the parent, as the signature.' }),
  }),
  view: async (reader, { subjectId, language }) => {
    const row = await loadOpen(reader, subjectId)
    const plan = wholePlan(row)
    const say = textsOf('pages', 'ifsp', language)
    const { firstName } = await childOf(reader, row.program.childId)
    const coordinator = await providerName(reader, plan.coordinatorId!)
    return {
      title: say('title'),
      paragraphs: [
        say('about', { firstName, day: dateText(row.meetingOn) }),
        say('consent'),
        say('safeguards'),
      ],
      list: planSections(plan, { coordinator, language }).flatMap(({ heading, lines }) =>
        lines.map((it) => `${heading} – ${it}`),
      ),
      fields: [
        {
          name: 'declined',
          label: say('declined'),
          type: 'CHOICES',
          required: false,
          options: plan.services.map((it) => ({
            value: it.key,
            label: `${serviceName(it, say)} · ${it.frequency}`,
          })),
        },
        {
          name: 'signature',
          label: say('signature'),
          type: 'LINE',
          maxLength: MAX_NAME,
          required: true,
        },
      ],
      submit: say('sign'),
    }
  },
  redeem: async (tx, { subjectId: id, recipientId, language }, { declined, signature }) => {
    const plan = wholePlan(await loadOpen(tx, id))
    if (!declined.every((key) => plan.services.some((it) => it.key === key)))
      throw invalid(
        'declined',
        'invalid_value',
        'declined names a service that is not in the plan.',
      )
    await signAsParent(
      tx,
      { id },
      {
        clientId: recipientId!,
        signedName: signature,
        declinedServices: declined,
        channel: 'LINK',
      },
    )
    const say = textsOf('pages', 'ifsp', language)
    return { title: say('thanks'), paragraphs: [say('received')] }
  },
})

/** The other parent may have signed it, or the centre may have withdrawn it. */
const loadOpen = async (reader: Reader, id: string) => {
  const row = await loadIfsp(reader, id)
  if (row.signatures.some(({ role }) => role === 'PARENT'))
    throw new DomainError('link_used', 'The plan has already been signed.')
  if (row.status !== 'PRESENTED')
    throw new DomainError(
      'link_expired',
      'This plan is no longer waiting for a signature. If you have questions, contact the centre.',
    )
  return row
}

const childOf = (reader: Reader, id: string) =>
  reader.db.child.findFirstOrThrow({ where: inTenant(reader, id), select: { firstName: true } })

const providerName = async (reader: Reader, id: string): Promise<string> => {
  const where = inTenant(reader, id)
  return (await reader.db.provider.findFirstOrThrow({ where, select: { name: true } })).name
}
