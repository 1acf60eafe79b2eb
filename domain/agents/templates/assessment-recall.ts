import type { AgentDefinitionInput } from '../definitions/definition.ts'
import type { AgentTemplate } from './agent-template.ts'
import { asks } from './asks.ts'

type Node = AgentDefinitionInput['nodes'][number]

const recallOf = (next: string, nodes: Node[], message?: object): AgentDefinitionInput => ({
  trigger: { type: 'MANUAL' },
  inputs: [
    {
      name: 'dueWithinDays',
      type: 'INTEGER',
      default: 0,
      description: 'Number of days within which the assessment is due; 0 for due today or overdue',
    },
    { name: 'limit', type: 'INTEGER', default: 50, description: 'Maximum number of children' },
  ],
  concurrency: 'SKIP',
  start: 'due',
  nodes: [
    {
      id: 'due',
      type: 'QUERY',
      query: 'children_due_for_assessment',
      parameters: {
        dueWithinDays: { expression: 'input.dueWithinDays' },
        limit: { expression: 'input.limit' },
      },
      next: 'any',
    },
    { id: 'any', type: 'CONDITION', when: 'size(steps.due.rows) > 0', next },
    ...nodes,
    { id: 'each', type: 'FOR_EACH', items: 'steps.due.rows', most: 500, body: 'write' },
    {
      id: 'write',
      type: 'ACTION',
      action: 'message_guardians',
      parameters: {
        template: 'assessment.recall',
        childId: { expression: 'item.childId' },
        recipientIds: { expression: 'item.recipientIds' },
        dueWithinDays: { expression: 'input.dueWithinDays' },
        ...(message && { message }),
      },
    },
  ],
})

const ask = (shows: string): Node => ({
  id: 'ask',
  type: 'APPROVAL',
  title:
    'Write to the guardians of {{ size(steps.due.rows) == 1 ? "1 child" : string(size(steps.due.rows)) + " children" }}?',
  shows,
  roles: ['ADMINISTRATOR'],
  expiresAfterHours: 168,
  next: 'each',
})

const parameters: AgentTemplate['parameters'] = [
  asks.integer(
    'dueWithinDays',
    'Within how many days must an assessment be due?',
    'inputs.dueWithinDays.default',
    '0 for children who are due today or overdue.',
  ),
  asks.integer(
    'limit',
    'How many children may one run list?',
    'inputs.limit.default',
    'The most urgent first.',
  ),
  asks.approvers('ask'),
]

export const assessmentRecall: AgentTemplate = {
  name: 'assessment_recall',
  title: 'Assessment recall',
  description:
    'Lists children due for an assessment, most urgent first. After a person has approved the list, the children’s guardians get a message from the platform’s template.',
  definition: recallOf('ask', [ask('steps.due.rows')]),
  parameters,
}

/** The model gets no data about children. It writes one message for all families, and a person approves it first. */
export const wordedAssessmentRecall: AgentTemplate = {
  name: 'worded_assessment_recall',
  title: 'Assessment recall, worded by a language model',
  description:
    'Like assessment_recall, but the message is worded by a language model of the centre and approved together with the list.',
  definition: recallOf(
    'word',
    [
      {
        id: 'word',
        type: 'AGENT',
        instructions:
          'Word an e-mail of a centre for child therapy to families whose child is due for an assessment: friendly, at most 80 words, no greeting, no names, no links. Ask them to get in touch to find a date.',
        output: {
          type: 'object',
          properties: {
            subject: { type: 'string', maxLength: 150 },
            text: { type: 'string', maxLength: 2_000 },
          },
          required: ['subject', 'text'],
        },
        limits: { turns: 2, tokens: 4_000 },
        next: 'ask',
      },
      ask('{"message": steps.word.answer, "children": steps.due.rows}'),
    ],
    {
      subject: { expression: 'steps.word.answer.subject' },
      text: { expression: 'steps.word.answer.text' },
    },
  ),
  parameters,
}
