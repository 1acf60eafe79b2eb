import { z } from 'zod'
import { DOCUMENT_LABELS } from '#knowledge/documents/document-labels.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { because } from '#platform/core/input/issue.ts'
import { OutputSchema } from '#knowledge/model-loop/output-schema.ts'
import { expression, memberName, mostCost, nextNode, parameters, template } from './members.ts'
import { common, doing } from './node-members.ts'
import { CONVERSATION } from '../rules.ts'

export const query = z
  .strictObject({
    type: z
      .literal('QUERY')
      .meta({ description: 'Reads records with a query in the catalog.', example: 'QUERY' }),
    ...common,
    query: memberName.meta({
      description: 'Name of the query in the catalog.',
      example: 'children_due_for_assessment',
    }),
    parameters,
    next: nextNode,
    ...doing,
  })
  .meta({ id: 'AgentQueryNode' })

export const retrieve = z
  .strictObject({
    type: z.literal('RETRIEVE').meta({
      description:
        'Searches the documents of an assistant. Each passage found includes its place in the document.',
      example: 'RETRIEVE',
    }),
    ...common,
    assistantId: idOf('assistant'),
    question: template(1_000).meta({
      description: 'Text to search for.',
      example: 'How long does a report take after {{ input.weeks }} weeks?',
    }),
    labels: DOCUMENT_LABELS.default([]).meta({
      description: 'Labels to which the search is restricted; empty for all documents.',
      example: [],
    }),
    next: nextNode,
    ...doing,
  })
  .meta({ id: 'AgentRetrieveNode' })

/** model-loop/output-schema.ts checks its parts; clients see any JSON Schema. */
const outputSchema = z.record(z.string(), z.unknown()).superRefine((value, context) => {
  const { error } = OutputSchema.safeParse(value)
  for (const { path, message } of error?.issues ?? [])
    context.addIssue({ code: 'custom', path, message, params: because('invalid_value') })
})

export const agent = z
  .strictObject({
    type: z.literal('AGENT').meta({ description: 'Asks a language model.', example: 'AGENT' }),
    ...common,
    instructions: template(8_000).meta({
      description: 'Instructions for the model. Put external data into `given` instead.',
      example: 'Say how urgent the request of the family is.',
    }),
    given: expression.nullable().default(null).meta({
      description: 'Data for the model. Instructions in the data are ignored.',
      example: 'event.data',
    }),
    tools: z
      .array(memberName)
      .max(50)
      .refine((all) => new Set(all).size === all.length, { error: 'must not contain duplicates' })
      .default([])
      .meta({
        description:
          'Tools that the model can call, within the permissions of the user for whom the run acts.',
        example: ['list_worklist', 'create_task'],
      }),
    output: outputSchema.nullable().default(null).meta({
      description:
        'JSON Schema of the answer: an object, described by type, properties, required, items, enum and bounds. Null if the answer is text.',
      example: null,
    }),
    limits: z
      .strictObject({
        turns: z.int().min(1).max(CONVERSATION.mostTurns).default(CONVERSATION.turns).meta({
          description: 'Maximum number of turns.',
          example: 8,
        }),
        tokens: z.int().min(100).max(CONVERSATION.mostTokens).default(CONVERSATION.tokens).meta({
          description: 'Maximum number of tokens, input and output, of all turns together.',
          example: 20_000,
        }),
        cost: mostCost.meta({
          description:
            'Cost limit of all turns together. A turn that could exceed it is not started, and models with prices in another currency are not used. Null to limit only tokens.',
          example: null,
        }),
      })
      .default({ turns: CONVERSATION.turns, tokens: CONVERSATION.tokens, cost: null })
      .meta({ description: 'Limits of one conversation.' }),
    modelIds: z.array(idOf('aiModel')).max(5).default([]).meta({
      description: 'Models to call, in this order; empty for all models of the centre.',
      example: [],
    }),
    next: nextNode,
    ...doing,
    timeoutSeconds: z
      .int()
      .min(1)
      .max(600)
      .default(300)
      .meta({ description: 'Time limit of one turn in seconds.', example: 300 }),
  })
  .meta({ id: 'AgentAgentNode' })
