import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import type { Context } from '#platform/core/context.ts'
import { DomainError, invalid } from '#platform/core/errors.ts'
import { newId } from '#platform/core/ids.ts'
import { freshRecord } from '#platform/core/record-ref.ts'
import { assertReferences } from '#platform/core/references.ts'
import { transact, type Transaction } from '#platform/core/transaction.ts'
import { loadFormTemplate } from '../form-templates/queries.ts'
import { formFacts, formEvents } from './events.ts'
import { include } from './queries.ts'
import { usualDueAt } from './rules.ts'
import {
  toFormResponse,
  type FormResponse,
  type FormResponseRow,
  type RequestForm,
} from './schemas.ts'
import { formChaseWorkflow } from './workflows.ts'

/** Requests a form: from the legal guardians by e-mail, or for entry through the API. */
export const createFormResponse = (
  ctx: Context,
  { childId, templateId, ask, dueAt }: RequestForm,
): Promise<FormResponse> =>
  transact(ctx, 'form-responses:write', async (tx) => {
    await assertReferences(tx, 'child', { childId })
    await assertReferences(tx, 'formTemplate', { templateId })
    if (dueAt && dueAt <= tx.now)
      throw invalid('dueAt', 'in_the_past', 'dueAt has passed. Name a time to come.')
    const { publishedVersion } = await loadFormTemplate(tx, templateId)
    if (publishedVersion === null)
      throw new DomainError(
        'form_not_published',
        'The form was never published. Publish it, then ask for it.',
      )
    return toFormResponse(
      await insertRequest(tx, {
        childId,
        templateId,
        templateVersion: publishedVersion,
        askedAt: ask ? tx.now : null,
        dueAt: dueAt ?? usualDueAt(tx.now, (await loadMessagingTerms(tx)).timeZone),
      }),
    )
  })

type Request = Pick<
  FormResponseRow,
  'childId' | 'templateId' | 'templateVersion' | 'askedAt' | 'dueAt'
>

/** Creates the open response, its event and its follow-up. */
export const insertRequest = async (
  tx: Transaction,
  request: Request,
): Promise<FormResponseRow> => {
  const row = await tx.db.formResponse.create({
    data: {
      ...freshRecord(tx, newId('formResponse')),
      ...request,
      status: 'OPEN',
      answers: {},
      scores: [],
      requestedBy: tx.actor.id,
    },
    include,
  })
  const subject = { type: 'formResponse', id: row.id } as const
  tx.created(subject, row)
  tx.emit(formEvents['form_response.requested'], subject, formFacts(row))
  if (row.askedAt) tx.wake(formChaseWorkflow, row.id)
  return row
}
