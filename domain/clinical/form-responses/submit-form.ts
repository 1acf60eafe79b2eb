import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { loadDefinition } from '../form-templates/queries.ts'
import { scoresOf } from '../form-templates/scores-of.ts'
import { formKindOf } from './form-kind-of.ts'
import { assertWhole, mergedAnswers, type Naming, type SentAnswers } from './rules.ts'
import { answersIn, type FormResponseRow } from './schemas.ts'
import { signForm } from './sign-form.ts'

/** The submission and its author. */
export interface Submission extends RecordRef {
  answers?: SentAnswers
  signedName?: string
  /** True if the form was submitted through a link. Then only the sent answers count, not saved ones. */
  byLink?: boolean
  /** The guardian to whom the link was sent. */
  clientId?: string
  naming?: Naming
}

/** Submits a complete form of any kind with its scores and signature, and locks it. */
export const submitForm = (
  ctx: Context,
  { answers: sent = {}, signedName, byLink, clientId, naming, ...ref }: Submission,
): Promise<FormResponseRow> => {
  const { record, moves, submitted } = formKindOf(ref.id)
  return moveRecord(
    ctx,
    ref,
    { ...record, show: ({ id }, tx) => record.load(tx, id) },
    moves,
    'submit',
    {
      fields: async (before, tx) => {
        const definition = await loadDefinition(tx, before)
        const answers = mergedAnswers(byLink ? {} : answersIn(before), sent)
        assertWhole(definition, { answers, signedName }, naming)
        return {
          answers,
          scores: scoresOf(definition, answers),
          submittedAt: tx.now,
          submittedBy: tx.actor.id,
          clientId: clientId ?? null,
        }
      },
      effects: async (tx, after) => {
        if (signedName !== undefined) await signForm(tx, after, signedName)
        await submitted?.(tx, after)
      },
    },
  )
}
