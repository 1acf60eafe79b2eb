import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadFormTemplate } from '../form-templates/queries.ts'
import { formKindOf } from './form-kind-of.ts'
import { include } from './queries.ts'
import { usualDueAt } from './rules.ts'
import type { FormResponseRow, RequestForm, RequestProviderForm } from './schemas.ts'

/** Requests a published form from a child's guardians or from a provider. */
export const requestForm = async (
  tx: Transaction,
  { templateId, ask, dueAt, ...subject }: RequestForm | RequestProviderForm,
): Promise<FormResponseRow> => {
  await ('childId' in subject
    ? assertReferences(tx, 'child', subject)
    : assertReferences(tx, 'provider', subject))
  await assertReferences(tx, 'formTemplate', { templateId })
  if (dueAt && dueAt <= tx.now)
    throw invalid('dueAt', 'in_the_past', 'dueAt is in the past. Choose a future time.')
  const { publishedVersion } = await loadFormTemplate(tx, templateId)
  if (publishedVersion === null)
    throw new DomainError(
      'form_not_published',
      'The form has never been published. Publish it before you request it.',
    )
  return insertRequest(tx, {
    ...subject,
    templateId,
    templateVersion: publishedVersion,
    askedAt: ask ? tx.now : null,
    dueAt: dueAt ?? usualDueAt(tx.now, (await loadMessagingTerms(tx)).timeZone),
  })
}

type Request = Pick<FormResponseRow, 'templateId' | 'templateVersion' | 'askedAt' | 'dueAt'> &
  ({ childId: string } | { providerId: string })

/** Creates the open response and its event, and sends the request. */
export const insertRequest = async (
  tx: Transaction,
  request: Request,
): Promise<FormResponseRow> => {
  const row = await tx.db.formResponse.create({
    data: {
      ...freshRecord(tx, newId('childId' in request ? 'formResponse' : 'providerForm')),
      ...request,
      status: 'OPEN',
      answers: {},
      scores: [],
      requestedBy: tx.actor.id,
    },
    include,
  })
  const { record, requested, asked } = formKindOf(row.id)
  tx.created({ type: record.type, id: row.id }, row)
  requested(tx, row)
  if (row.askedAt) await asked?.(tx, row)
  return row
}
