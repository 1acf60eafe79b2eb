import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { findRecipient } from '#messaging/messages/recipient.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { createLink } from '#messaging/links/create-link.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { subjectOf } from '#platform/core/records/ids.ts'
import type { Permission } from '#platform/core/access/permissions.ts'
import { addMinutes, inZone } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { formEvents, formFacts, providerFormFacts } from './events.ts'
import { providerFormSubmitted } from './listeners.ts'
import { loadFormResponse, loadProviderForm } from './queries.ts'
import { formResponseRecord, providerFormRecord, type FormRecord } from './record.ts'
import type { FormResponseRow } from './schemas.ts'
import { formChaseWorkflow } from './workflows.ts'

/** What forms about a child and forms of a provider differ in: their record, and what follows from them. */
interface FormKind {
  record: FormRecord
  read: Permission
  /** As it is, altered or not. */
  load: FormRecord['load']
  requested: (tx: Transaction, row: FormResponseRow) => void
  /** Writes to the person who should answer. */
  asked: (tx: Transaction, row: FormResponseRow) => void | Promise<void>
  submitted: (tx: Transaction, row: FormResponseRow) => void | Promise<void>
  cancelled: (tx: Transaction, row: FormResponseRow) => void
}

const wakeChase = (tx: Transaction, { id }: FormResponseRow) => tx.wake(formChaseWorkflow, id)

const ABOUT_CHILD: FormKind = {
  record: formResponseRecord,
  read: 'form-responses:read',
  load: loadFormResponse,
  requested: (tx, row) =>
    tx.emit(
      formEvents['form_response.requested'],
      { type: 'formResponse', id: row.id },
      formFacts(row),
    ),
  asked: wakeChase,
  submitted: (tx, row) => {
    tx.emit(
      formEvents['form_response.submitted'],
      { type: 'formResponse', id: row.id },
      { ...formFacts(row), ...(row.clientId && { clientId: row.clientId }) },
    )
    wakeChase(tx, row)
  },
  cancelled: wakeChase,
}

/** A link works at least so long, also when the form is due sooner: late is better than never. */
const LINK_MINUTES = 14 * 24 * 60

/** An e-mail to the provider, with a link of its own each time. */
const askProvider = async (
  tx: Transaction,
  { id, providerId, dueAt, askedAt }: FormResponseRow,
): Promise<void> => {
  const recipient = await findRecipient(tx, { type: 'provider', id: providerId! })
  if (!recipient)
    throw new DomainError(
      'record_archived',
      'The provider is archived. Restore the provider, then ask.',
    )
  const subject = { type: 'providerForm', id } as const
  const { language, timeZone } = await loadMessagingTerms(tx)
  const atLeast = addMinutes(tx.now, LINK_MINUTES)
  const expiresAt = dueAt && dueAt > atLeast ? dueAt : atLeast
  const { path } = await createLink(tx, {
    purpose: 'provider-form',
    subject,
    recipientId: recipient.id,
    language,
    expiresAt,
  })
  await queueMessage(tx, {
    template: 'provider_form.request',
    variables: {
      firstName: recipient.firstName,
      path,
      dueAt: inZone(dueAt!, timeZone),
      timeZone,
    },
    recipient,
    subject,
    dedupeKey: `${id}/${askedAt!.getTime()}`,
    notAfter: expiresAt,
  })
}

const OF_PROVIDER: FormKind = {
  record: providerFormRecord,
  read: 'provider-documents:read',
  load: loadProviderForm,
  requested: (tx, row) =>
    tx.emit(
      formEvents['provider_form.requested'],
      { type: 'providerForm', id: row.id },
      providerFormFacts(row),
    ),
  asked: askProvider,
  submitted: async (tx, row) => {
    tx.emit(
      formEvents['provider_form.submitted'],
      { type: 'providerForm', id: row.id },
      providerFormFacts(row),
    )
    await providerFormSubmitted(tx, row.id)
  },
  cancelled: () => undefined,
}

/** The kind of a form, by the prefix of its id: the database keeps that it is right. */
export const formKindOf = (id: string): FormKind =>
  subjectOf(id)?.type === 'providerForm' ? OF_PROVIDER : ABOUT_CHILD
