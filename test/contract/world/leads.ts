import { leadFormContext } from '#marketplace/lead-forms/find-lead-form.ts'
import { receiveIntake } from '#marketplace/lead-forms/receive-intake.ts'
import { createLink } from '#messaging/links/create-link.ts'
import { systemContext } from '#platform/core/context/context.ts'
import type { Subject } from '#platform/core/records/subject.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import type { createMarketplace } from './marketplace.ts'
import type { People } from './people.ts'
import type { Json, Made, Records } from './records.ts'

/** Families who apply for a place, and providers who receive offers. */
export const createLeads = (
  { make, word, api, client }: Records,
  { provider }: People,
  { matchingNeed }: ReturnType<typeof createMarketplace>,
  site?: Made,
) => {
  const newLead = async (): Promise<Json> => ({
    source: 'PHONE',
    campaign: 'spring-2027',
    contactName: 'Mara Weiss',
    contactEmail: `mara.${word()}@example.com`,
    childFirstName: 'Lena',
    childLastName: 'Weiss',
    childBirthDate: '2024-04-30',
    message: 'We were told to ask for speech therapy.',
    needs: [(await matchingNeed())['code']],
    ...(site && { locationId: site.id }),
  })

  const lead = async (members: Json = {}) => make('/v1/leads', { ...(await newLead()), ...members })

  const qualifiedLead = async (members: Json = {}) =>
    make(`/v1/leads/${(await lead(members)).id}/qualify`)

  /** For one of the existing providers. */
  const matchedLead = async (members: Json = {}) => {
    await provider()
    return make(`/v1/leads/${(await qualifiedLead(members)).id}/match`, {})
  }

  const leadOffer = async (members: Json = {}): Promise<Made> => {
    const { id } = await matchedLead()
    return make(`/v1/leads/${id}/offers`, members)
  }

  const triedLead = async (): Promise<Made> => {
    const { id } = await lead()
    const attempt = { channel: 'PHONE', outcome: 'NO_ANSWER', note: 'Try in the evening.' }
    return make(`/v1/leads/${id}/contact-attempts`, attempt)
  }

  const leadForm = (members: Json = {}) =>
    make('/v1/lead-forms', {
      name: `Website ${word()}`,
      texts: [
        { language: 'en', title: 'Ask for a place', intro: 'Tell us about your child.' },
        { language: 'de', title: 'Nach einem Platz fragen', intro: 'Erzählen Sie von Ihrem Kind.' },
      ],
      questions: ['CHILD_NAME', 'CHILD_BIRTH_DATE', 'NEEDS', 'MESSAGE'],
      required: ['CHILD_BIRTH_DATE'],
      consents: [
        {
          kind: 'TREATMENT',
          required: true,
          texts: [
            { language: 'en', text: 'The centre may treat our child.' },
            { language: 'de', text: 'Die Praxis darf unser Kind behandeln.' },
          ],
        },
      ],
      ...(site && { locationId: site.id }),
      ...members,
    })

  /** A submission that was typed but not confirmed. */
  const leadIntake = async (members: Json = {}, said: Json = {}): Promise<Made> => {
    const form = await leadForm(members)
    const { tenantId } = client
    const ctx = leadFormContext(
      { platform: api.services.platform, action: 'sendLeadForm' },
      { tenantId, id: form.id },
    )
    const given = {
      contactName: 'Mara Weiss',
      contactEmail: `mara.${word()}@example.com`,
      childBirthDate: '2024-04-30',
      'consent.TREATMENT': 'yes',
      ...said,
    }
    const from = { campaign: undefined, askedFrom: '198.51.100.7' }
    await receiveIntake(ctx, { id: form.id, asked: ['en'], given, ...from })
    return form
  }

  const leadLink = async (
    purpose: 'lead-questions' | 'lead-offer' | 'lead-proof',
    subject: Subject,
  ): Promise<string> => {
    const { tenantId } = client
    const ctx = systemContext(api.services.platform, { tenantId, action: 'createLink' })
    const expiresAt = new Date('2027-12-01T10:00:00Z')
    const { path } = await transact(ctx, 'leads:write', (tx) =>
      createLink(tx, { purpose, subject, language: 'en', expiresAt }),
    )
    return path
  }

  return {
    newLead,
    lead,
    qualifiedLead,
    matchedLead,
    leadOffer,
    triedLead,
    leadForm,
    leadIntake,
    leadLink,
  }
}
