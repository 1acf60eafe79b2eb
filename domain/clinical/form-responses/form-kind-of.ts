import { formChaseWorkflow } from './workflows.ts'
import { formResponseMoves, providerFormMoves } from './moves.ts'
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

/** The differences between forms of a child and of a provider: their record, and what happens after a change. */
interface FormKind {
  record: FormRecord
  read: Permission
  /** Loads the form without verifying its signature, so it may have been altered. */
  load: FormRecord['load']
  moves: typeof formResponseMoves
  requested: (tx: Transaction, row: FormResponseRow) => void
  /** Sends the request to a provider. Guardians are asked by the form chase instead. */
  asked?: (tx: Transaction, row: FormResponseRow) => Promise<void>
  submitted?: (tx: Transaction, row: FormResponseRow) => Promise<void>
}

const ABOUT_CHILD: FormKind = {
  record: formResponseRecord,
  read: 'form-responses:read',
  load: loadFormResponse,
  moves: formResponseMoves,
  requested: (tx, row) => {
    tx.emit(
      formEvents['form_response.requested'],
      { type: 'formResponse', id: row.id },
      formFacts(row),
    )
    if (row.askedAt) tx.wake(formChaseWorkflow, row.id)
  },
}

/** Minimum lifetime of a link, even if the form is due sooner: a late form is better than none. */
const LINK_MINUTES = 14 * 24 * 60

/** Sends the provider an e-mail, with a new link each time. */
const askProvider = async (
  tx: Transaction,
  { id, providerId, dueAt, askedAt }: FormResponseRow,
): Promise<void> => {
  const recipient = await findRecipient(tx, { type: 'provider', id: providerId! })
  if (!recipient)
    throw new DomainError(
      'record_archived',
      'The provider is archived. Restore the provider before you request the form.',
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
  moves: providerFormMoves,
  requested: (tx, row) =>
    tx.emit(
      formEvents['provider_form.requested'],
      { type: 'providerForm', id: row.id },
      providerFormFacts(row),
    ),
  asked: askProvider,
  submitted: (tx, row) => providerFormSubmitted(tx, row.id),
}

/** The kind of a form, by its id prefix, which the database enforces. */
export const formKindOf = (id: string): FormKind =>
  subjectOf(id)?.type === 'providerForm' ? OF_PROVIDER : ABOUT_CHILD
