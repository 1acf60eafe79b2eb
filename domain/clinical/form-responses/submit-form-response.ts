import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { loadDefinition } from '../form-templates/queries.ts'
import { scoresOf } from '../form-templates/scores-of.ts'
import { formFacts, formEvents } from './events.ts'
import { loadFormResponse } from './queries.ts'
import { formResponseRecord } from './record.ts'
import {
  assertWhole,
  mergedAnswers,
  responseStatusAfter,
  type Naming,
  type SentAnswers,
} from './rules.ts'
import { answersIn, toFormResponse, type FormResponse } from './schemas.ts'
import { signForm } from './sign-form.ts'
import { formChaseWorkflow } from './workflows.ts'

/** What is submitted, and by whom. */
interface Submission extends RecordRef {
  answers?: SentAnswers
  signedName?: string
  /** The guardian whose link it came by; what it says is all that counts then. */
  clientId?: string
  naming?: Naming
}

const submittedRecord = {
  ...formResponseRecord,
  show: async ({ id }: { id: string }, tx: Parameters<typeof loadFormResponse>[0]) =>
    toFormResponse(await loadFormResponse(tx, id)),
}

/** Submits a form that is whole, with its scores and its signature. From here on it is locked. */
export const submitFormResponse = (
  ctx: Context,
  { answers: sent = {}, signedName, clientId, naming, ...ref }: Submission,
): Promise<FormResponse> =>
  changeRecord(ctx, ref, submittedRecord, {
    fields: async (before, tx) => {
      const status = responseStatusAfter('submit', before.status)
      const definition = await loadDefinition(tx, before)
      const answers = mergedAnswers(clientId ? {} : answersIn(before), sent)
      assertWhole(definition, { answers, signedName }, naming)
      return {
        status,
        answers,
        scores: scoresOf(definition, answers),
        submittedAt: tx.now,
        submittedBy: tx.actor.id,
        clientId: clientId ?? null,
      }
    },
    effects: async (tx, after) => {
      if (signedName !== undefined) await signForm(tx, after, signedName)
      tx.emit(
        formEvents['form_response.submitted'],
        { type: 'formResponse', id: after.id },
        { ...formFacts(after), ...(after.clientId && { clientId: after.clientId }) },
      )
      tx.wake(formChaseWorkflow, after.id)
    },
  })
