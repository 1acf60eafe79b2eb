import { z } from 'zod'
import { DomainError } from '#platform/core/errors/errors.ts'
import { ID_PREFIXES } from '#platform/core/records/ids.ts'
import type { Issue } from '#platform/core/input/issue.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { answerTo, type Answers, type FormDefinition } from '../form-templates/form-definition.ts'
import { submissionIssues } from '../form-templates/answer-issues.ts'
import { fieldsOf } from '../form-templates/fields-of.ts'
import { answersFrom, SentAnswer } from '../form-templates/answers-from.ts'
import { definitionOf } from '../form-templates/schemas.ts'
import { visibleAnswers, visibleQuestions } from '../form-templates/visible-questions.ts'
import { textsOf } from '#messaging/locales/texts-of.ts'
import { definePurpose, type LinkPurpose } from '#messaging/links/link-purpose.ts'
import { parseAnswer } from '#messaging/links/parse-answer.ts'
import type { Naming } from './rules.ts'
import { saveForm } from './save-form.ts'
import { answersIn, SignedName } from './schemas.ts'
import { submitForm } from './submit-form.ts'

/** Members besides the questions. A question's key starts with a letter, so they cannot collide. */
const SAVE = '_save'
const SHOWN = '_shown'
const SIGNATURE = '_signature'
const OWN = new Set([SAVE, SHOWN, SIGNATURE])
/** The id prefix of a recipient who is a guardian. */
const CLIENT = `${ID_PREFIXES.client}_`
const BY_LINK: Naming = { answer: (key) => key, signature: SIGNATURE }

const Answer = z
  .record(z.string().max(40), SentAnswer)
  .refine((members) => typeof (members[SIGNATURE] ?? '') === 'string', { path: [SIGNATURE] })

/**
 * A page without scripts includes dependent questions only when it is sent again after an answer, so it asks
 * them then.
 */
const answering = {
  answer: Answer,
  view: async (reader, { subjectId, language }, given) => {
    const { definition, name, answers, firstName } = await loadAsked(reader, subjectId)
    const say = textsOf('pages', 'form', language)
    const known = given ? answersFrom(definition, withoutOwn(readable(given))) : answers
    const shown = new Set(visibleQuestions(definition, known).map(({ key }) => key))
    return {
      title: name,
      paragraphs: [...(firstName === null ? [] : [say('about', { firstName })]), say('intro')],
      fields: fieldsOf(definition, { shown, answers, yesNo: [say('yes'), say('no')] }).concat(
        definition.signature
          ? [
              {
                name: SIGNATURE,
                label: say('signature'),
                type: 'LINE',
                maxLength: 200,
                required: true,
              },
            ]
          : [],
      ),
      hidden: { [SHOWN]: [...shown].join(' ') },
      submit: say('submit'),
      later: { name: SAVE, label: say('save') },
    }
  },
  redeem: async (tx, { subjectId: id, recipientId, language }, given) => {
    await lockRecord(tx, 'form_responses', id)
    const { definition } = await loadAsked(tx, id)
    const say = textsOf('pages', 'form', language)
    const answers = answersFrom(definition, withoutOwn(given))
    if (given[SAVE] !== undefined) {
      await saveForm(tx, { id, answers, naming: BY_LINK })
      return { title: say('saved'), paragraphs: [say('goOn')], keepsLink: true }
    }
    const byPage = given[SHOWN]
    if (byPage !== undefined) assertSeen(definition, answers, String(byPage))
    await submitForm(tx, {
      id,
      answers: byPage === undefined ? answers : visibleAnswers(definition, answers),
      ...(definition.signature && given[SIGNATURE] !== undefined && signatureIn(given)),
      byLink: true,
      ...(recipientId?.startsWith(CLIENT) && { clientId: recipientId }),
      naming: BY_LINK,
    })
    return { title: say('thanks'), paragraphs: [say('received')] }
  },
} satisfies Omit<LinkPurpose<typeof Answer>, 'permission'>

/** A legal guardian's answers to a form. The link's subject is the response. */
export const formLink = definePurpose({ permission: 'form-responses:write', ...answering })

/** The answers of a provider or an applicant. */
export const providerFormLink = definePurpose({
  permission: 'provider-documents:write',
  ...answering,
})

/** Applies the same rule to typed names as signatures through the API. */
const signatureIn = (given: Answers): { signedName: string } => {
  const Signed = z.object({ [SIGNATURE]: SignedName })
  return { signedName: parseAnswer(Signed, given)[SIGNATURE] }
}

const withoutOwn = (given: Answers): Answers =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !OWN.has(name)))

/** The answers of a refused submission that have a valid type. */
const readable = (given: Record<string, unknown>): Answers =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const { data } = SentAnswer.safeParse(value)
      return data === undefined ? [] : [[name, data]]
    }),
  )

/**
 * Loads the questions if the form is still open. Another guardian may have answered it, or the centre may have
 * cancelled it.
 */
const loadAsked = async (reader: Reader, id: string) => {
  const row = await reader.db.formResponse.findFirstOrThrow({
    where: inTenant(reader, id),
    include: { template: true },
  })
  if (row.status === 'SUBMITTED')
    throw new DomainError('link_used', 'The form has already been submitted.')
  if (row.status === 'CANCELLED')
    throw new DomainError(
      'link_expired',
      'This form is no longer needed. If you have questions, contact the centre.',
    )
  const { name } = await reader.db.formTemplate.findFirstOrThrow({
    where: inTenant(reader, row.templateId),
    select: { name: true },
  })
  const child =
    row.childId &&
    (await reader.db.child.findFirstOrThrow({
      where: inTenant(reader, row.childId),
      select: { firstName: true },
    }))
  const firstName = child ? child.firstName : null
  return { name, definition: definitionOf(row.template), answers: answersIn(row), firstName }
}

/**
 * Refuses a submission that would skip questions that the page has not shown. Reports this together with all
 * other errors.
 */
const assertSeen = (definition: FormDefinition, answers: Answers, shown: string): void => {
  const seen = new Set(shown.split(' '))
  const issues: Issue[] = visibleQuestions(definition, answers)
    .filter(({ key }) => !seen.has(key) && answerTo(answers, key) === undefined)
    .map(({ key: path }) => ({
      path,
      code: 'new_question',
      message: 'is required because of the other answers',
    }))
  if (issues.length === 0) return
  const unseen = new Set(issues.map(({ path }) => path))
  const all = submissionIssues(definition, visibleAnswers(definition, answers))
  const wrong = all.filter(({ path }) => !unseen.has(path))
  const [first] = issues
  throw new DomainError('validation_failed', `${first!.path} ${first!.message}.`, {
    issues: [...issues, ...wrong],
  })
}
