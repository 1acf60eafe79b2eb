import type { Field } from '#messaging/links/link-purpose.ts'
import { answerTo, type Answers, type FormDefinition, type Question } from './form-definition.ts'

interface Shown {
  shown: ReadonlySet<string>
  answers: Answers
  yesNo: readonly string[]
}

export const fieldsOf = ({ sections }: FormDefinition, known: Shown): Field[] =>
  sections.flatMap(({ title, text, questions }, index) => {
    const asked = questions.filter(({ key }) => known.shown.has(key))
    if (asked.length === 0) return []
    const heading = { name: `_section${index}`, label: title, type: 'SECTION' } as const
    return [
      { ...heading, ...(text !== undefined && { help: text }) },
      ...asked.map((question) => fieldOf(question, known)),
    ]
  })

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
