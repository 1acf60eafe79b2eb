import { z } from 'zod'
import type { Answer } from '#messaging/links/condition.ts'
import { line, prose } from '#platform/core/records/record.ts'

export type { Answer, Test } from '#messaging/links/condition.ts'

/** A form as data: sections of typed questions, conditions, scores. Nothing in it is executed. */

const key = (example: string) =>
  z
    .string()
    .regex(/^[a-z][A-Za-z0-9_]{0,39}$/, {
      error:
        'must be letters, digits and underscores, beginning with a lower-case letter, such as sleepHours',
    })
    .meta({ example })

const OPERATORS = ['ANSWERED', 'EQUALS', 'NOT_EQUALS', 'INCLUDES', 'AT_LEAST', 'AT_MOST'] as const

const Test = z
  .strictObject({
    question: key('sleepsBadly').meta({ description: 'Key of an earlier question.' }),
    op: z.enum(OPERATORS).meta({
      description:
        'Comparison. `ANSWERED` needs the value true or false, `INCLUDES` an option of a `CHOICES` question, and `AT_LEAST` and `AT_MOST` a number or a date. For a hidden or unanswered question, only `ANSWERED` with false is true.',
      example: 'EQUALS',
    }),
    value: z.union([line(200), z.number(), z.boolean()]).meta({
      description: 'Answer to compare with, of the type of the question.',
      example: true,
    }),
  })
  .meta({ id: 'FormTest', example: { question: 'sleepsBadly', op: 'EQUALS', value: true } })

const tests = z.array(Test).min(1).max(20)
const clauses = z
  .array(
    z.union([
      Test,
      z.strictObject({ all: tests.meta({ description: 'Conditions that must all be true.' }) }),
      z.strictObject({
        any: tests.meta({ description: 'Conditions of which at least one must be true.' }),
      }),
    ]),
  )
  .min(1)
  .max(20)

/** A test, or `all` or `any` of several conditions; these may contain `all` or `any` once more, but no deeper. */
export const Condition = z
  .union([
    Test,
    z.strictObject({ all: clauses.meta({ description: 'Conditions that must all be true.' }) }),
    z.strictObject({
      any: clauses.meta({ description: 'Conditions of which at least one must be true.' }),
    }),
  ])
  .meta({
    id: 'FormCondition',
    example: { question: 'sleepsBadly', op: 'EQUALS', value: true },
  })
export type Condition = z.infer<typeof Condition>

const Option = z.strictObject({
  value: key('often').meta({ description: 'Value stored for the option.' }),
  label: line(500).meta({ description: 'Label of the option.', example: 'Often' }),
  weight: z
    .number()
    .min(-1_000)
    .max(1_000)
    .exactOptional()
    .meta({ description: 'Weight of the option in a score.', example: 2 }),
})
const options = z.array(Option).min(1).max(50).meta({ description: 'Options, 1 to 50.' })

const base = {
  key: key('sleepsBadly').meta({
    description: 'Key of the question in answers, conditions and scores.',
  }),
  label: line(1_000).meta({
    description: 'The question, as shown to people.',
    example: 'Does your child sleep badly?',
  }),
  help: prose(2_000)
    .exactOptional()
    .meta({ description: 'Explanation below the question.', example: 'In the last four weeks.' }),
  required: z.boolean().default(false).meta({
    description:
      'Whether the question must be answered, while it is shown, before the form can be submitted.',
    example: true,
  }),
  showIf: Condition.exactOptional().meta({
    description: 'Condition under which the question is shown. By default it is always shown.',
  }),
}
const bound = z.number().min(-1e9).max(1e9).exactOptional()
const maxLength = (max: number) =>
  z
    .int()
    .min(1)
    .max(max)
    .exactOptional()
    .meta({ description: `Maximum number of characters of the answer, up to ${max}.` })

/** `TEXT` is one line, `LONG_TEXT` several; `CHOICE` takes one option, `CHOICES` any number. */
export const Question = z
  .discriminatedUnion('type', [
    z
      .strictObject({
        type: z.literal('TEXT').meta({ description: 'Question whose answer is a line of text.' }),
        ...base,
        maxLength: maxLength(500).meta({
          description: 'Maximum number of characters of the answer, up to 500.',
        }),
      })
      .meta({ id: 'FormTextQuestion' }),
    z
      .strictObject({
        type: z
          .literal('LONG_TEXT')
          .meta({ description: 'Question whose answer is text of several lines.' }),
        ...base,
        maxLength: maxLength(10_000).meta({
          description: 'Maximum number of characters of the answer, up to 10,000.',
        }),
      })
      .meta({ id: 'FormLongTextQuestion' }),
    z
      .strictObject({
        type: z.literal('NUMBER').meta({ description: 'Question whose answer is a number.' }),
        ...base,
        min: bound.meta({ description: 'Lowest accepted value.' }),
        max: bound.meta({ description: 'Highest accepted value.' }),
        whole: z
          .boolean()
          .exactOptional()
          .meta({ description: 'Whether the answer must be an integer.' }),
      })
      .meta({ id: 'FormNumberQuestion' }),
    z
      .strictObject({
        type: z
          .literal('DATE')
          .meta({ description: 'Question whose answer is a date, as YYYY-MM-DD.' }),
        ...base,
      })
      .meta({ id: 'FormDateQuestion' }),
    z
      .strictObject({
        type: z.literal('YES_NO').meta({ description: 'Question whose answer is yes or no.' }),
        ...base,
      })
      .meta({ id: 'FormYesNoQuestion' }),
    z
      .strictObject({
        type: z
          .literal('CHOICE')
          .meta({ description: 'Question whose answer is one of the options.' }),
        ...base,
        options,
      })
      .meta({ id: 'FormChoiceQuestion' }),
    z
      .strictObject({
        type: z
          .literal('CHOICES')
          .meta({ description: 'Question whose answer is any number of the options.' }),
        ...base,
        options,
      })
      .meta({ id: 'FormChoicesQuestion' }),
  ])
  .meta({ id: 'FormQuestion' })
export type Question = z.infer<typeof Question>

const Section = z.strictObject({
  title: line(200).meta({ description: 'Heading of the section.', example: 'Sleep' }),
  text: prose(5_000)
    .exactOptional()
    .meta({ description: 'Introduction to the questions of the section.' }),
  showIf: Condition.exactOptional().meta({
    description: 'Condition under which the section is shown. By default it is always shown.',
  }),
  questions: z
    .array(Question)
    .min(1)
    .max(100)
    .meta({ description: 'Questions of the section in order, 1 to 100.' }),
})

const Score = z.strictObject({
  key: key('burden').meta({ description: 'Key of the score in results.' }),
  label: line(200).meta({
    description: 'Name of the score, as shown to people.',
    example: 'Burden',
  }),
  op: z.enum(['SUM', 'MEAN']).meta({ description: 'How the answers are combined into the score.' }),
  questions: z
    .array(key('sleepsBadly'))
    .min(1)
    .max(200)
    .meta({ description: 'Questions of the types NUMBER, YES_NO (yes is 1), CHOICE and CHOICES.' }),
  minAnswered: z.int().min(1).max(200).exactOptional().meta({
    description:
      'Minimum number of answers required for a score. Defaults to all. A hidden question counts as unanswered.',
  }),
  bands: z
    .array(
      z.strictObject({
        min: z.number().meta({ description: 'Lowest value in this band.' }),
        label: line(200).meta({
          description: 'Name of the band, as shown to people.',
          example: 'High',
        }),
      }),
    )
    .max(20)
    .default([])
    .meta({
      description:
        'Bands in ascending order. A score falls into the last band whose minimum it reaches.',
    }),
})
export type Score = z.infer<typeof Score>

/** A form as data: sections with questions, and scores. */
export const FormDefinition = z
  .strictObject({
    sections: z
      .array(Section)
      .min(1)
      .max(30)
      .meta({ description: 'Sections of the form in order, 1 to 30.' }),
    scores: z
      .array(Score)
      .max(30)
      .default([])
      .meta({ description: 'Scores computed from the answers, at most 30.' }),
    signature: z.boolean().default(false).meta({
      description: 'Whether the person who submits the form must sign it with their typed name.',
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
            { min: 0, label: 'Low' },
            { min: 2, label: 'High' },
          ],
        },
      ],
      signature: true,
    },
  })
export type FormDefinition = z.infer<typeof FormDefinition>

/** Answers keyed by question. */
export type Answers = Readonly<Record<string, Answer>>

export const questionsOf = ({ sections }: FormDefinition): Question[] =>
  sections.flatMap(({ questions }) => questions)

/** An answer that was given; inherited members of Object do not count. */
export const answerTo = (answers: Answers, name: string): Answer | undefined =>
  Object.hasOwn(answers, name) ? answers[name] : undefined
