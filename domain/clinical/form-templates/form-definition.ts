import { z } from 'zod'
import { line, prose } from '#platform/core/record.ts'

/** What a form asks, as data: sections of typed questions, conditions, scores. Nothing in it is run. */

const key = (example: string) =>
  z
    .string()
    .regex(/^[a-z][A-Za-z0-9_]{0,39}$/, { error: 'must be of the form sleepHours' })
    .meta({ example })

const OPERATORS = ['ANSWERED', 'EQUALS', 'NOT_EQUALS', 'INCLUDES', 'AT_LEAST', 'AT_MOST'] as const

const Test = z
  .strictObject({
    question: key('sleepsBadly').meta({ description: 'One that comes before.' }),
    op: z.enum(OPERATORS).meta({
      description:
        '`answered` takes true or false, `includes` an option of a `choices` question, `atLeast` and `atMost` a number or a date. Of a question that is hidden or not answered, only `answered: false` holds.',
      example: 'EQUALS',
    }),
    value: z.union([line(200), z.number(), z.boolean()]).meta({ example: true }),
  })
  .meta({ id: 'FormTest', example: { question: 'sleepsBadly', op: 'EQUALS', value: true } })
export type Test = z.infer<typeof Test>

const tests = z.array(Test).min(1).max(20)
const clauses = z
  .array(z.union([Test, z.strictObject({ all: tests }), z.strictObject({ any: tests })]))
  .min(1)
  .max(20)

/** A test, or all or any of some; those may be all or any of others, and no deeper. */
export const Condition = z
  .union([Test, z.strictObject({ all: clauses }), z.strictObject({ any: clauses })])
  .meta({
    id: 'FormCondition',
    example: { question: 'sleepsBadly', op: 'EQUALS', value: true },
  })
export type Condition = z.infer<typeof Condition>

const Option = z.strictObject({
  value: key('often'),
  label: line(500).meta({ example: 'Often' }),
  weight: z
    .number()
    .min(-1_000)
    .max(1_000)
    .exactOptional()
    .meta({ description: 'What it counts in a score.', example: 2 }),
})
const options = z
  .array(Option)
  .min(1)
  .max(50)
  .meta({ description: 'What can be chosen, 1 to 50 options.' })

const base = {
  key: key('sleepsBadly').meta({ description: 'Its name in answers, conditions and scores.' }),
  label: line(1_000).meta({ example: 'Does your child sleep badly?' }),
  help: prose(2_000).exactOptional().meta({ example: 'In the last four weeks.' }),
  required: z.boolean().default(false).meta({
    description: 'Whether the form cannot be submitted without it while it is shown.',
    example: true,
  }),
  showIf: Condition.exactOptional(),
}
const bound = z.number().min(-1e9).max(1e9).exactOptional()
const maxLength = (max: number) =>
  z
    .int()
    .min(1)
    .max(max)
    .exactOptional()
    .meta({ description: `Most characters of the answer, up to ${max}.` })

/** `text` is a line, `longText` several; `choice` is one option, `choices` any number of them. */
export const Question = z
  .discriminatedUnion('type', [
    z
      .strictObject({ type: z.literal('TEXT'), ...base, maxLength: maxLength(500) })
      .meta({ id: 'FormTextQuestion' }),
    z
      .strictObject({ type: z.literal('LONG_TEXT'), ...base, maxLength: maxLength(10_000) })
      .meta({ id: 'FormLongTextQuestion' }),
    z
      .strictObject({
        type: z.literal('NUMBER'),
        ...base,
        min: bound.meta({ description: 'Least value that is accepted.' }),
        max: bound.meta({ description: 'Greatest value that is accepted.' }),
        whole: z.boolean().exactOptional().meta({ description: 'Whether it must be an integer.' }),
      })
      .meta({ id: 'FormNumberQuestion' }),
    z.strictObject({ type: z.literal('DATE'), ...base }).meta({ id: 'FormDateQuestion' }),
    z.strictObject({ type: z.literal('YES_NO'), ...base }).meta({ id: 'FormYesNoQuestion' }),
    z
      .strictObject({ type: z.literal('CHOICE'), ...base, options })
      .meta({ id: 'FormChoiceQuestion' }),
    z
      .strictObject({ type: z.literal('CHOICES'), ...base, options })
      .meta({ id: 'FormChoicesQuestion' }),
  ])
  .meta({ id: 'FormQuestion' })
export type Question = z.infer<typeof Question>

const Section = z.strictObject({
  title: line(200).meta({ example: 'Sleep' }),
  text: prose(5_000).exactOptional().meta({ description: 'What is said before its questions.' }),
  showIf: Condition.exactOptional(),
  questions: z.array(Question).min(1).max(100),
})

const Score = z.strictObject({
  key: key('burden'),
  label: line(200).meta({ example: 'Burden' }),
  op: z.enum(['SUM', 'MEAN']),
  questions: z
    .array(key('sleepsBadly'))
    .min(1)
    .max(200)
    .meta({ description: 'Of the types number, yesNo (yes is 1), choice and choices.' }),
  minAnswered: z.int().min(1).max(200).exactOptional().meta({
    description: 'Of how many answers there is a score; without it, of all. Hidden is unanswered.',
  }),
  bands: z
    .array(z.strictObject({ from: z.number(), label: line(200).meta({ example: 'High' }) }))
    .max(20)
    .default([])
    .meta({ description: 'Ascending. A score is in the last band that it reaches.' }),
})
export type Score = z.infer<typeof Score>

/** One page of it; `{yesNo: [true]}` and the like are its answers. */
export const FormDefinition = z
  .strictObject({
    sections: z.array(Section).min(1).max(30),
    scores: z.array(Score).max(30).default([]),
    signature: z.boolean().default(false).meta({
      description: 'Whether who submits it signs with their typed name.',
      example: true,
    }),
  })
  .meta({
    id: 'FormDefinition',
    example: {
      sections: [
        {
          title: 'Sleep',
          questions: [
            {
              type: 'YES_NO',
              key: 'sleepsBadly',
              label: 'Does your child sleep badly?',
              required: true,
            },
            {
              type: 'CHOICE',
              key: 'howOften',
              label: 'How often?',
              required: true,
              showIf: { question: 'sleepsBadly', op: 'EQUALS', value: true },
              options: [
                { value: 'sometimes', label: 'Sometimes', weight: 1 },
                { value: 'often', label: 'Often', weight: 2 },
              ],
            },
          ],
        },
      ],
      scores: [
        {
          key: 'burden',
          label: 'Burden',
          op: 'SUM',
          questions: ['sleepsBadly', 'howOften'],
          minAnswered: 1,
          bands: [
            { from: 0, label: 'Low' },
            { from: 2, label: 'High' },
          ],
        },
      ],
      signature: true,
    },
  })
export type FormDefinition = z.infer<typeof FormDefinition>

/** What an answer can be, by the type of its question. */
export type Answer = string | number | boolean | readonly string[]
/** By the question's key. */
export type Answers = Readonly<Record<string, Answer>>

export const questionsOf = ({ sections }: FormDefinition): Question[] =>
  sections.flatMap(({ questions }) => questions)

/** An answer that stands there; members that every object has are none. */
export const answerTo = (answers: Answers, name: string): Answer | undefined =>
  Object.hasOwn(answers, name) ? answers[name] : undefined
