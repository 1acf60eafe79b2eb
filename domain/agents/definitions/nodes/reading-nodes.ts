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
      .meta({ description: 'Reads records with a query of the catalog.', example: 'QUERY' }),
    ...common,
    query: memberName.meta({
      description: 'A query of the catalog.',
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
      description: 'Searches the documents of an assistant; each passage found names its place.',
      example: 'RETRIEVE',
    }),
    ...common,
    assistantId: idOf('assistant'),
    question: template(1_000).meta({
      description: 'Search text.',
      example: 'How long does a report take after {{ input.weeks }} weeks?',
    }),
    labels: DOCUMENT_LABELS.default([]).meta({
      description: 'Only documents with one of these labels; empty: all.',
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
      description: 'Instructions for the model. Put external data into `given`.',
      example: 'Say how urgent the request of the family is.',
    }),
    given: expression.nullable().default(null).meta({
      description: 'Data for the model, if any. Instructions in it are ignored.',
      example: 'event.data',
    }),
    tools: z
      .array(memberName)
      .max(50)
      .refine((all) => new Set(all).size === all.length, { error: 'must not contain duplicates' })
      .default([])
      .meta({
        description:
          'Tools that the model may request, within the permissions of the user for whom the run acts.',
        example: ['list_worklist', 'create_task'],
      }),
    output: outputSchema.nullable().default(null).meta({
      description:
        'JSON Schema of its answer: an object, by type, properties, required, items, enum and bounds; null for text.',
      example: null,
    }),
    limits: z
      .strictObject({
        turns: z.int().min(1).max(CONVERSATION.mostTurns).default(CONVERSATION.turns).meta({
          description: 'Maximum number of turns.',
          example: 8,
        }),
        tokens: z.int().min(100).max(CONVERSATION.mostTokens).default(CONVERSATION.tokens).meta({
          description: 'Token limit of all turns together, in and out.',
          example: 20_000,
        }),
        cost: mostCost.meta({
          description:
            'Cost limit of all turns together. A turn that may exceed it is not taken, and models with prices in another currency are not asked; null: only tokens are limited.',
          example: null,
        }),
      })
      .default({ turns: CONVERSATION.turns, tokens: CONVERSATION.tokens, cost: null })
      .meta({ description: 'Limits of one conversation.' }),
    modelIds: z.array(idOf('aiModel')).max(5).default([]).meta({
      description: 'Models to ask, in this order; empty: the centre’s models.',
      example: [],
    }),
    next: nextNode,
    ...doing,
    timeoutSeconds: z
      .int()
      .min(1)
      .max(600)
      .default(300)
      .meta({ description: 'Time limit of one turn.', example: 300 }),
  })
  .meta({ id: 'AgentAgentNode' })
