import { z } from 'zod'
import type { Context } from '#platform/core/context/context.ts'
import { email } from '#platform/core/contact/contact.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import type { Issue } from '#platform/core/input/issue.ts'
import { line } from '#platform/core/records/record.ts'
import { addMinutes, utc } from '#platform/core/time/time.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { createLink } from '#messaging/links/create-link.ts'
import { parseAnswer } from '#messaging/links/parse-answer.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import type { Language } from '#messaging/locales/languages.ts'
import type { LeadForm as FormModel } from '#prisma/generated/client.ts'
import { assertLead } from '../leads/lead/create-lead.ts'
import { LeadAnswers, type LeadQuestion } from '../leads/questions/lead-questions.ts'
import type { LeadConsent } from '../leads/lead/schemas.ts'
import { leadOfIntake } from './lead-of-intake.ts'
import { loadLeadForm } from './queries.ts'
import { formConsentsOf } from './schemas.ts'
import { consentField, textFor } from './view-lead-form.ts'

/** How long a submission waits to be confirmed. */
const PROOF_MINUTES = 24 * 60
/**
 * The maximum number of unconfirmed submissions for an e-mail address, from one site and from all sites
 * together, so that strangers can neither lock the owner out nor flood a mailbox.
 */
const MOST_OPEN = { ofSite: 3, ofAll: 30 }

interface Intake {
  id: string
  asked: readonly string[]
  given: Record<string, unknown>
  /** Taken from the URL of the page. */
  campaign: string | undefined
  /** The network site from which the submission came. */
  askedFrom: string
}

/**
 * Stores a submission for a day and sends a link to its address. Following the link creates the lead. The
 * response is the same for everybody.
 */
export const receiveIntake = (
  ctx: Context,
  { id, asked, given, campaign, askedFrom }: Intake,
): Promise<{ language: Language }> =>
  transact(ctx, 'leads:write', async (tx) => {
    const form = await loadLeadForm(tx, id)
    const { language } = textFor(form, asked)
    const { answers, consents } = readAnswers(tx, form, language, given)
    const { contactEmail } = answers
    const said = { ...answers, consents, campaign: campaign ?? form.campaign }
    await assertLead(tx, await leadOfIntake(tx, form, { said, language }))
    const values = [tx.tenantId, contactEmail, tx.now, askedFrom]
    const [open] = await tx.sql<{ ofSite: number; ofAll: number }>(OPEN, values)
    if (open!.ofSite >= MOST_OPEN.ofSite || open!.ofAll >= MOST_OPEN.ofAll)
      tx.nothingChanged({ type: 'leadForm', id })
    else
      await keepIntake(tx, {
        formId: id,
        language,
        email: contactEmail,
        askedFrom,
        said,
      })
    return { language }
  })

const keepIntake = async (
  tx: Transaction,
  intake: { formId: string; language: Language; email: string; askedFrom: string; said: object },
): Promise<void> => {
  const id = newId('leadIntake')
  const { formId, language, email: address } = intake
  const expiresAt = addMinutes(tx.now, PROOF_MINUTES)
  await tx.db.leadIntake.create({
    data: { ...intake, tenantId: tx.tenantId, id, expiresAt, createdAt: tx.now },
  })
  tx.created({ type: 'leadIntake', id }, { formId, language, expiresAt })
  const subject = { type: 'leadIntake', id } as const
  const { path } = await createLink(tx, { purpose: 'lead-proof', subject, language, expiresAt })
  const { timeZone } = await loadMessagingTerms(tx)
  await queueMessage(tx, {
    template: 'lead.proof',
    variables: { path, expiresAt: utc(expiresAt), timeZone },
    recipient: { type: 'leadIntake', id, firstName: '', email: address },
    subject,
    dedupeKey: `lead-proof/${id}`,
    language,
    // A person is waiting at the page.
    now: true,
    notAfter: expiresAt,
  })
}

/** Only this value is consent; any other value is refused. */
const TICKED = z.literal('yes').exactOptional()

const Own = { contactName: line(200), contactEmail: email() }

const readAnswers = (
  tx: Transaction,
  form: FormModel,
  language: Language,
  given: Record<string, unknown>,
) => {
  const [ticked, fields] = [true, false].map((isConsent) =>
    Object.fromEntries(
      Object.entries(given).filter(([name]) => name.startsWith(consentField('')) === isConsent),
    ),
  )
  const Ticked = formConsentsOf(form).map(({ kind }) => [consentField(kind), TICKED] as const)
  const answers = parseAnswer(z.strictObject({ ...Own, ...LeadAnswers }), fields)
  const agreed = parseAnswer(z.strictObject(Object.fromEntries(Ticked)), ticked)
  assertAnswered(form, given)
  const consented = formConsentsOf(form).filter(({ kind }) => consentField(kind) in agreed)
  const consents = consented.map(({ kind, texts }): LeadConsent => ({
    kind,
    text: texts.find((it) => it.language === language)!.text,
    version: form.consentVersion,
    grantedAt: utc(tx.now),
  }))
  return { answers, consents }
}

/** The fields of a question, if their names differ from the question's. */
const FIELDS_OF: Record<LeadQuestion, readonly string[]> = {
  CHILD_NAME: ['childFirstName', 'childLastName'],
  CHILD_BIRTH_DATE: ['childBirthDate'],
  RELATIONSHIP: ['relationship'],
  PHONE: ['contactPhone'],
  NEEDS: ['needs'],
  LANGUAGES: ['languages'],
  MODALITY: ['modality'],
  PAYER: ['payer'],
  LATEST_START: ['latestStartOn'],
  MESSAGE: ['message'],
}

const assertAnswered = (form: FormModel, given: Record<string, unknown>): void => {
  const needed = [
    ...(form.required as LeadQuestion[]).flatMap((question) => FIELDS_OF[question]),
    ...formConsentsOf(form).flatMap(({ kind, required }) => (required ? consentField(kind) : [])),
  ]
  const issues = needed
    .filter((path) => given[path] === undefined)
    .map((path): Issue => ({ path, code: 'required', message: 'is needed' }))
  const [first] = issues
  if (first) throw new DomainError('validation_failed', `${first.path} is needed.`, { issues })
}

const OPEN = `
  SELECT count(*) FILTER (WHERE asked_from = $4)::int AS "ofSite", count(*)::int AS "ofAll" FROM lead_intakes WHERE tenant_id = $1 AND lower(email) = lower($2) AND expires_at > $3`
