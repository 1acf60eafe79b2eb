import { announcing, defineMoves, waking, type Move } from '#platform/core/records/moves.ts'
import { formEvents, formFacts, providerFormFacts } from './events.ts'
import { FormResponseStatus } from './rules.ts'
import type { FormResponseRow } from './schemas.ts'
import { formChaseWorkflow } from './workflows.ts'
import { ENDED, type Waits } from '#platform/core/records/define-waiting.ts'

/** The differences between the moves of a child's form and of a provider's form. */
interface Kind extends Pick<Move<FormResponseStatus, FormResponseRow>, 'wakes'> {
  subject: 'formResponse' | 'providerForm'
  /** The purpose of the link on whose page answers are saved, if no operation saves them. */
  saveLink?: string
  asked: { operation: string }
  submitted: NonNullable<Move<FormResponseStatus, FormResponseRow>['event']>
  whileOpen: Waits
}

/** A submitted form is locked, also in the database. */
const movesOf = ({ subject, saveLink, submitted, asked, whileOpen, wakes = [] }: Kind) =>
  defineMoves<FormResponseRow>()({
    noun: 'A form response',
    subject,
    states: FormResponseStatus,
    initial: ['OPEN'],
    waits: {
      OPEN: whileOpen,
      SUBMITTED: 'it is locked, and nobody has to review it',
      CANCELLED: ENDED,
    },
    moves: {
      save: saveLink ? { from: ['OPEN'], link: saveLink } : { from: ['OPEN'] },
      submit: { from: ['OPEN'], to: 'SUBMITTED', event: submitted, wakes },
      ask: { from: ['OPEN'], wakes, ...asked },
      cancel: { from: ['OPEN'], to: 'CANCELLED', wakes },
    },
  })

export const formResponseMoves = movesOf({
  subject: 'formResponse',
  whileOpen: { followUp: 'formChase' },
  asked: { operation: 'remindFormResponse' },
  submitted: announcing(formEvents['form_response.submitted'], (row) => ({
    ...formFacts(row),
    ...(row.clientId && { clientId: row.clientId }),
  })),
  wakes: [waking(formChaseWorkflow)],
})

export const providerFormMoves = movesOf({
  subject: 'providerForm',
  saveLink: 'provider-form',
  whileOpen: 'the provider fills it in; their onboarding reminds them',
  asked: { operation: 'remindProviderForm' },
  submitted: announcing(formEvents['provider_form.submitted'], providerFormFacts),
})
