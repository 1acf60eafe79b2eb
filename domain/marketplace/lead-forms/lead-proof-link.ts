import { z } from 'zod'
import { DomainError } from '#platform/core/errors/errors.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { textsOf } from '#messaging/locales/texts-of.ts'
import { definePurpose } from '#messaging/links/link-purpose.ts'
import { insertLead } from '../leads/lead/create-lead.ts'
import { leadOfIntake } from './lead-of-intake.ts'
import { loadLeadForm } from './queries.ts'

/** Following the link proves access to the address and creates the lead. The link's subject is the submission. */
export const leadProofLink = definePurpose({
  permission: 'leads:write',
  answer: z.strictObject({
    confirm: z
      .literal('yes')
      .meta({ description: 'Confirmation that the family asked for a place.' }),
  }),
  view: async (reader, { subjectId, language }) => {
    await loadIntake(reader, subjectId)
    const say = textsOf('pages', 'lead-proof', language)
    const options = [{ value: 'yes', label: say('confirm') }]
    return {
      title: say('title'),
      paragraphs: [say('intro')],
      fields: [{ name: 'confirm', label: say('question'), type: 'CHOICE' as const, options }],
      submit: say('submit'),
    }
  },
  redeem: async (tx, { subjectId: id, language }) => {
    const { formId, said } = await loadIntake(tx, id)
    const form = await loadLeadForm(tx, formId)
    const input = await leadOfIntake(tx, form, { said: fromJson(Said, said), language })
    await insertLead(tx, input, formId)
    await tx.db.leadIntake.deleteMany({ where: inTenant(tx, id) })
    tx.did({ type: 'leadIntake', id }, { proven: true })
    const say = textsOf('pages', 'lead-proof', language)
    return { title: say('thanks'), paragraphs: [say('received')] }
  },
})

/** Validated when the submission arrived. */
const Said = z.looseObject({
  campaign: z.string().nullable(),
  needs: z.array(z.string()).optional(),
})

const loadIntake = async (reader: Reader, id: string) => {
  const intake = await reader.db.leadIntake.findFirst({ where: inTenant(reader, id) })
  if (intake) return intake
  throw new DomainError(
    'link_expired',
    'Your answers are no longer stored. Fill in the form again.',
  )
}
