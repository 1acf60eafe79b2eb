import type { Condition } from '#messaging/links/condition.ts'
import type { Field } from '#messaging/links/link-purpose.ts'
import { answerTo, type Answers, type FormDefinition, type Question } from './form-definition.ts'

interface Shown {
  shown: ReadonlySet<string>
  answers: Answers
  yesNo: readonly string[]
}

/** All questions of a form. Questions outside `shown` are hidden until an answer shows them. */
export const fieldsOf = ({ sections }: FormDefinition, known: Shown): Field[] =>
  sections.flatMap(({ title, text, showIf, questions }, index) => {
    const heading = { name: `_section${index}`, label: title, type: 'SECTION' } as const
    return [
      { ...heading, ...(text !== undefined && { help: text }) },
      ...questions.map((question) => ({
        ...fieldOf(question, known),
        ...conditionsOf(showIf, question.showIf),
        ...(!known.shown.has(question.key) && { isHidden: true as const }),
      })),
    ]
  })

const conditionsOf = (...conditions: (Condition | undefined)[]) => {
  const showIf = conditions.filter((condition) => condition !== undefined)
  return showIf.length > 0 ? { showIf } : {}
}

const fieldOf = (question: Question, { answers, yesNo }: Shown): Field => {
  const { key: name, label, required, help } = question
  const answer = answerTo(answers, name)
  const value = typeof answer === 'boolean' ? (answer ? 'yes' : 'no') : answer
  const field = {
    name,
    label,
    required,
    ...(help !== undefined && { help }),
    ...(value !== undefined && { value: typeof value === 'object' ? [...value] : String(value) }),
  }
  switch (question.type) {
    case 'YES_NO':
      return {
        ...field,
        type: 'CHOICE',
        isYesNo: true,
        options: ['yes', 'no'].map((option, index) => ({ value: option, label: yesNo[index]! })),
      }
    case 'CHOICE':
    case 'CHOICES':
      return {
        ...field,
        type: question.type,
        options: question.options.map((option) => ({ value: option.value, label: option.label })),
      }
    case 'LONG_TEXT':
      return { ...field, type: 'TEXT', maxLength: question.maxLength ?? 10_000 }
    case 'TEXT':
      return { ...field, type: 'LINE', maxLength: question.maxLength ?? 500 }
    case 'NUMBER':
    case 'DATE':
      return { ...field, type: question.type }
  }
}
